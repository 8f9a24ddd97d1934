//===- Report.cpp - Where the time and the bytes of a compile go
//-------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/IR/Function.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/SymbolSize.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TimeProfiler.h"

using namespace llvm;
using namespace kina;

using Clock = std::chrono::steady_clock;

static double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

CompileReport::Phase::~Phase() {
  report.phases.emplace_back(name, secondsSince(start));
}

//===----------------------------------------------------------------------===//
// MLIR
//===----------------------------------------------------------------------===//

namespace kina {
class PassTimer final : public mlir::PassInstrumentation {
public:
  explicit PassTimer(CompileReport &report) : report(report) {}

  void runBeforePass(mlir::Pass *, mlir::Operation *) override {
    starts.push_back(Clock::now());
  }
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override {
    double seconds = secondsSince(starts.pop_back_val());
    // An adaptor only holds the passes inside.
    if (!pass->getArgument().empty())
      report.passSeconds[pass->getArgument()] += seconds;
    if (auto func = dyn_cast<mlir::func::FuncOp>(op))
      report.addFunctionSeconds(func.getName(), seconds);
  }
  void runAfterPassFailed(mlir::Pass *, mlir::Operation *) override {
    starts.pop_back();
  }

private:
  CompileReport &report;
  SmallVector<Clock::time_point> starts;
};
} // namespace kina

void CompileReport::instrument(mlir::PassManager &pm) {
  pm.addInstrumentation(std::make_unique<PassTimer>(*this));
}

//===----------------------------------------------------------------------===//
// LLVM
//===----------------------------------------------------------------------===//

void CompileReport::instrument(PassInstrumentationCallbacks &callbacks) {
  struct Running {
    const Function *function = nullptr;
    unsigned depth = 0;
    Clock::time_point start;
  };
  auto running = std::make_shared<Running>();
  callbacks.registerBeforeNonSkippedPassCallback([=](StringRef, Any ir) {
    auto function = any_cast<const Function *>(&ir);
    if (!function)
      return;
    if (running->depth++ == 0) {
      running->function = *function;
      running->start = Clock::now();
    }
  });
  callbacks.registerAfterPassCallback(
      [=](StringRef, Any ir, const PreservedAnalyses &) {
        if (any_cast<const Function *>(&ir) && --running->depth == 0)
          addFunctionSeconds(running->function->getName(),
                             secondsSince(running->start));
      });
}

void CompileReport::timeCodeGeneration(function_ref<void()> generate) {
  // The legacy pass manager reports the time of a function by this profiler
  // only.
  timeTraceProfilerInitialize(/*TimeTraceGranularity=*/0, "kina");
  generate();
  SmallString<0> text;
  raw_svector_ostream os(text);
  timeTraceProfilerWrite(os);
  timeTraceProfilerCleanup();
  Expected<json::Value> trace = json::parse(text);
  if (!trace) {
    consumeError(trace.takeError());
    return;
  }
  const json::Array *events = trace->getAsObject()->getArray("traceEvents");
  for (const json::Value &value : *events) {
    const json::Object *event = value.getAsObject();
    const json::Object *args = event->getObject("args");
    if (event->getString("name") != StringRef("OptFunction") || !args)
      continue;
    if (std::optional<StringRef> symbol = args->getString("detail"))
      addFunctionSeconds(*symbol, event->getNumber("dur").value_or(0) * 1e-6);
  }
}

Error CompileReport::readBytes(StringRef object) {
  auto file =
      object::ObjectFile::createObjectFile(MemoryBufferRef(object, "object"));
  if (!file)
    return file.takeError();
  for (auto [symbol, bytes] : object::computeSymbolSizes(**file)) {
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    functionBytes[*name] += bytes;
  }
  return Error::success();
}

void CompileReport::addSources(const SourceMgr &sources) {
  files = describeSources(sources);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

std::string CompileReport::getJson(const LibraryInterface &interface) const {
  json::Object phaseSeconds;
  double total = 0;
  for (const auto &[name, seconds] : phases) {
    phaseSeconds[name] = seconds;
    total += seconds;
  }
  json::Object passes;
  for (const auto &entry : passSeconds)
    passes[entry.getKey()] = entry.getValue();
  json::Array functions;
  for (const FunctionInterface &function : interface.functions) {
    // In the source the function has its name; behind the C interface it is
    // the C function and its body.
    double seconds = 0;
    int64_t bytes = 0;
    for (const std::string &part :
         {function.name, function.symbol, function.name + ".body"}) {
      seconds += functionSeconds.lookup(part);
      bytes += functionBytes.lookup(part);
    }
    json::Array views;
    for (const ArgumentInterface &result : function.results)
      if (result.view)
        views.push_back(json::Object{
            {"result", result.name},
            {"argument", function.inputs[result.view->argument].name},
            {"offset", result.view->offset},
            {"shape", getShapeAsJson(result.shape)},
            {"strides", json::Array(result.view->strides)}});
    functions.push_back(json::Object{{"name", function.name},
                                     {"seconds", seconds},
                                     {"bytes", bytes},
                                     {"workspace", function.workspaceBytes},
                                     {"views", std::move(views)}});
  }
  json::Array sources;
  for (const SourceFile &file : files)
    sources.push_back(json::Object{{"path", json::fixUTF8(file.path)},
                                   {"sha256", file.sha256}});
  json::Value report = json::Object{{"seconds", total},
                                    {"sources", std::move(sources)},
                                    {"phases", std::move(phaseSeconds)},
                                    {"passes", std::move(passes)},
                                    {"functions", std::move(functions)}};
  return formatv("{0:2}\n", report).str();
}
