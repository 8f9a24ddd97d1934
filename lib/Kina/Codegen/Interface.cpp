//===- Interface.cpp - What a compiled library offers
//------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Codegen/Interface.h"
#include "Kina/Config.h"
#include "Kina/IR/ShapeInference.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace kina;
namespace json = llvm::json;

bool kina::isCIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

std::string kina::getLibraryName(StringRef path) {
  std::string name = llvm::sys::path::stem(path).str();
  for (char &c : name)
    if (!llvm::isAlnum(c))
      c = '_';
  if (name.empty() || llvm::isDigit(name.front()))
    name.insert(name.begin(), '_');
  return name;
}

StringRef kina::getElementName(Type elementType) {
  if (elementType.isF32())
    return "F32";
  if (elementType.isF64())
    return "F64";
  if (elementType.isF16())
    return "F16";
  if (elementType.isBF16())
    return "BF16";
  switch (elementType.getIntOrFloatBitWidth()) {
  case 64:
    return "I64";
  case 32:
    return "I32";
  case 8:
    return "I8";
  default:
    return "I1";
  }
}

//===----------------------------------------------------------------------===//
// From the module
//===----------------------------------------------------------------------===//

FailureOr<std::vector<SizeExpression>> kina::getExtents(func::FuncOp func,
                                                        ShapedType type,
                                                        Attribute extents,
                                                        const Twine &what) {
  std::vector<SizeExpression> expressions;
  auto named = dyn_cast_or_null<ArrayAttr>(extents);
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(extent)) {
      expressions.push_back(SizeExpression(extent));
      continue;
    }
    StringAttr text;
    if (named && static_cast<int64_t>(named.size()) == type.getRank())
      text = dyn_cast<StringAttr>(named[axis]);
    if (!text)
      return func.emitOpError("expected attribute ")
             << kExtentsAttr << " with an expression for axis " << axis
             << " of " << what << ", which is " << type;
    FailureOr<SizeExpression> expression = SizeExpression::parse(text);
    if (failed(expression))
      return func.emitOpError("expected a sum of products of integers and "
                              "size names as extent of ")
             << what << ", but got '" << text.getValue() << "'";
    for (const SizeExpression::Term &term : expression->getTerms())
      for (StringRef name : term.names)
        if (!llvm::any_of(llvm::seq(getNumSizes(func)), [&](unsigned i) {
              return func.getArgAttrOfType<StringAttr>(i, kSizeAttr) == name;
            }))
          return func.emitOpError("expected an argument with ")
                 << kSizeAttr << " = \"" << name << "\", which an extent of "
                 << what << " names";
    expressions.push_back(*expression);
  }
  return expressions;
}

unsigned kina::getNumSizes(func::FuncOp func) {
  unsigned count = 0;
  while (count < func.getNumArguments() && func.getArgAttr(count, kSizeAttr))
    ++count;
  return count;
}

std::optional<unsigned> kina::getCommunicator(func::FuncOp func) {
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    if (func.getArgAttr(i, kCommunicatorAttr))
      return i;
  return std::nullopt;
}

std::string kina::getWorkspaceFunctionName(func::FuncOp func) {
  return (func.getName() + ".workspace").str();
}

std::string kina::getWorkspaceBoundFunctionName(func::FuncOp func) {
  return getWorkspaceFunctionName(func) + "_bound";
}

FailureOr<SmallVector<func::FuncOp>> kina::orderCalleesFirst(ModuleOp module) {
  DenseMap<Operation *, SmallVector<func::FuncOp>> callees;
  for (auto func : module.getOps<func::FuncOp>())
    func.walk([&](func::CallOp call) {
      callees[func].push_back(
          SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
              call, call.getCalleeAttr()));
    });
  // Depth first, without recursion of our own: a chain of calls may be long.
  enum State { Unseen, Open, Done };
  DenseMap<Operation *, State> states;
  SmallVector<func::FuncOp> order;
  for (auto root : module.getOps<func::FuncOp>()) {
    SmallVector<func::FuncOp> stack = {root};
    while (!stack.empty()) {
      func::FuncOp func = stack.back();
      if (states[func] != Unseen) {
        stack.pop_back();
        if (states[func] == Open)
          order.push_back(func);
        states[func] = Done;
        continue;
      }
      states[func] = Open;
      for (func::FuncOp callee : callees[func]) {
        if (states[callee] == Open)
          return callee.emitOpError("is recursive: a call needs a workspace "
                                    "of a size that is known before it");
        if (states[callee] == Unseen)
          stack.push_back(callee);
      }
    }
  }
  return order;
}

static SizeInterface describeSize(func::FuncOp func, unsigned index) {
  auto get = [&](StringRef attr, int64_t otherwise) {
    auto integer = func.getArgAttrOfType<IntegerAttr>(index, attr);
    return integer ? integer.getInt() : otherwise;
  };
  return {func.getArgAttrOfType<StringAttr>(index, kSizeAttr).str(),
          get(kSizeMinAttr, 1),
          get(kSizeMaxAttr, std::numeric_limits<int64_t>::max())};
}

static FailureOr<ArgumentInterface>
describeArgument(func::FuncOp func, unsigned index, const Twine &defaultName) {
  auto type = cast<ShapedType>(func.getArgumentTypes()[index]);
  ArgumentInterface argument;
  argument.elementType = type.getElementType();
  auto name = func.getArgAttrOfType<StringAttr>(index, kNameAttr);
  argument.name = name ? name.str() : defaultName.str();
  FailureOr<std::vector<SizeExpression>> shape =
      getExtents(func, type, func.getArgAttr(index, kExtentsAttr),
                 "'" + argument.name + "'");
  if (failed(shape))
    return failure();
  argument.shape = *shape;
  if (auto below = func.getArgAttrOfType<IntegerAttr>(index, kIdsBelowAttr))
    argument.idsBelow = below.getInt();
  if (auto view = func.getArgAttrOfType<DictionaryAttr>(index, kViewAttr))
    argument.view = ViewInterface{
        view.getAs<IntegerAttr>("argument").getInt() - getNumSizes(func),
        view.getAs<IntegerAttr>("offset").getInt(),
        view.getAs<DenseI64ArrayAttr>("strides").asArrayRef().vec()};
  if (auto shard = func.getArgAttrOfType<DictionaryAttr>(index, kShardAttr))
    argument.shard = ShardInterface{shard.getAs<StringAttr>("grid_axis").str(),
                                    shard.getAs<IntegerAttr>("axis").getInt(),
                                    shard.getAs<IntegerAttr>("extent").getInt(),
                                    shard.getAs<IntegerAttr>("units").getInt()};
  return argument;
}

LogicalResult kina::describeFunctions(ModuleOp module,
                                      LibraryInterface &interface) {
  // Each symbol of the library and the function that it comes from.
  llvm::StringMap<func::FuncOp> symbols;
  auto claim = [&](const std::string &symbol,
                   func::FuncOp func) -> LogicalResult {
    auto [it, inserted] = symbols.try_emplace(symbol, func);
    if (inserted)
      return success();
    InFlightDiagnostic diagnostic =
        func.emitOpError("would define the C symbol '")
        << symbol << "' a second time";
    if (it->second)
      diagnostic.attachNote(it->second.getLoc()) << "it is taken here";
    else
      diagnostic << ": the library's manifest has that name";
    return diagnostic;
  };
  symbols.try_emplace(interface.library + "_manifest", func::FuncOp());
  interface.grid.clear();
  if (auto grid = module->getAttrOfType<ArrayAttr>(kGridAttr))
    for (auto entry : grid.getAsRange<DictionaryAttr>())
      interface.grid.push_back({entry.getAs<StringAttr>("axis").str(),
                                entry.getAs<IntegerAttr>("devices").getInt()});

  for (auto func : module.getOps<func::FuncOp>()) {
    if (!func->hasAttr(kExportAttr))
      continue;
    if (!isCIdentifier(func.getName()))
      return func.emitOpError("has no name that a C function can have: "
                              "expected letters, digits and '_'");
    FunctionInterface function;
    function.name = func.getName().str();
    function.symbol = interface.library + "_" + function.name;
    function.body = func;
    if (failed(claim(function.symbol, func)) ||
        failed(claim(function.symbol + "_workspace", func)))
      return failure();
    if (auto bytes = func->getAttrOfType<IntegerAttr>(kWorkspaceBytesAttr))
      function.workspaceBytes = bytes.getInt();
    unsigned sizes = getNumSizes(func);
    for (unsigned i = 0; i < sizes; ++i)
      function.sizes.push_back(describeSize(func, i));
    for (unsigned i = sizes, e = func.getNumArguments(); i < e; ++i) {
      if (func.getArgAttr(i, kWorkspaceAttr))
        continue;
      if (func.getArgAttr(i, kCommunicatorAttr)) {
        function.hasCommunicator = true;
        continue;
      }
      bool isResult = func.getArgAttr(i, kResultAttr) != nullptr;
      auto &list = isResult ? function.results : function.inputs;
      FailureOr<ArgumentInterface> argument = describeArgument(
          func, i, (isResult ? "out" : "arg") + Twine(list.size()));
      if (failed(argument))
        return failure();
      list.push_back(std::move(*argument));
    }
    // Two arguments of one name make no C function and no keyword arguments.
    llvm::StringSet<> names;
    for (const SizeInterface &size : function.sizes)
      if (!isCIdentifier(size.name) || !names.insert(size.name).second)
        return func.emitOpError("expected sizes with different C names, but "
                                "got '")
               << size.name << "'";
    for (auto *list : {&function.inputs, &function.results})
      for (ArgumentInterface &argument : *list)
        if (!isCIdentifier(argument.name) ||
            !names.insert(argument.name).second)
          return func.emitOpError("expected arguments and results with "
                                  "different C names, but got '")
                 << argument.name << "'";
    interface.functions.push_back(std::move(function));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Manifest
//===----------------------------------------------------------------------===//

json::Array kina::getShapeAsJson(ArrayRef<SizeExpression> shape) {
  json::Array array;
  for (const SizeExpression &extent : shape) {
    if (std::optional<int64_t> constant = extent.getConstant())
      array.push_back(*constant);
    else
      array.push_back(extent.str());
  }
  return array;
}

static json::Object toJson(const ArgumentInterface &argument,
                           const FunctionInterface &function) {
  json::Object object{{"name", argument.name},
                      {"type", getElementName(argument.elementType)},
                      {"shape", getShapeAsJson(argument.shape)}};
  if (argument.idsBelow)
    object["ids_below"] = *argument.idsBelow;
  if (argument.view)
    object["view"] = json::Object{
        {"argument", function.inputs[argument.view->argument].name},
        {"offset", argument.view->offset},
        {"shape", getShapeAsJson(argument.shape)},
        {"strides", json::Array(argument.view->strides)}};
  if (argument.shard)
    object["shard"] = json::Object{{"grid_axis", argument.shard->gridAxis},
                                   {"axis", argument.shard->axis},
                                   {"extent", argument.shard->extent},
                                   {"units", argument.shard->units}};
  return object;
}

std::string kina::getManifest(const LibraryInterface &interface) {
  json::Array functions;
  for (const FunctionInterface &function : interface.functions) {
    json::Array sizes, inputs, results;
    for (const SizeInterface &size : function.sizes)
      sizes.push_back(json::Object{
          {"name", size.name}, {"min", size.min}, {"max", size.max}});
    for (const ArgumentInterface &argument : function.inputs)
      inputs.push_back(toJson(argument, function));
    for (const ArgumentInterface &argument : function.results)
      results.push_back(toJson(argument, function));
    json::Object entry{{"name", function.name},
                       {"symbol", function.symbol},
                       {"sizes", std::move(sizes)},
                       {"inputs", std::move(inputs)},
                       {"results", std::move(results)},
                       {"workspace", function.workspaceBytes}};
    if (function.hasCommunicator)
      entry["communicator"] = true;
    functions.push_back(std::move(entry));
  }
  json::Object manifest{
      {"abi_version", kAbiVersion},
      {"kina_version", KINA_VERSION},
      {"library", interface.library},
      {"target", json::Object{{"triple", interface.triple},
                              {"cpu", interface.cpu},
                              {"features", json::Array(interface.features)}}},
      {"functions", std::move(functions)}};
  if (!interface.grid.empty()) {
    json::Array grid;
    for (const GridAxisInterface &axis : interface.grid)
      grid.push_back(
          json::Object{{"axis", axis.name}, {"devices", axis.devices}});
    manifest["grid"] = std::move(grid);
  }
  return llvm::formatv("{0}", json::Value(std::move(manifest))).str();
}

//===----------------------------------------------------------------------===//
// Header
//===----------------------------------------------------------------------===//

static StringRef getCType(Type elementType) {
  return llvm::StringSwitch<StringRef>(getElementName(elementType))
      .Case("F32", "float")
      .Case("F64", "double")
      .Cases({"F16", "BF16"}, "uint16_t")
      .Case("I64", "int64_t")
      .Case("I32", "int32_t")
      .Case("I8", "int8_t")
      .Default("uint8_t");
}

/// The argument's name, with `_` behind it where C or C++ has it as a keyword.
static std::string getCName(StringRef name) {
  static const llvm::StringSet<> keywords = {
      "alignas",   "alignof",      "and",
      "and_eq",    "asm",          "auto",
      "bitand",    "bitor",        "bool",
      "break",     "case",         "catch",
      "char",      "class",        "compl",
      "concept",   "const",        "constexpr",
      "continue",  "decltype",     "default",
      "delete",    "do",           "double",
      "else",      "enum",         "explicit",
      "export",    "extern",       "false",
      "float",     "for",          "friend",
      "goto",      "if",           "inline",
      "int",       "int32_t",      "int64_t",
      "int8_t",    "long",         "mutable",
      "namespace", "new",          "noexcept",
      "not",       "not_eq",       "nullptr",
      "operator",  "or",           "or_eq",
      "private",   "protected",    "public",
      "register",  "requires",     "restrict",
      "return",    "short",        "signed",
      "sizeof",    "static",       "static_assert",
      "struct",    "switch",       "template",
      "this",      "thread_local", "throw",
      "true",      "try",          "typedef",
      "typeid",    "typename",     "typeof",
      "uint16_t",  "uint8_t",      "union",
      "unsigned",  "using",        "virtual",
      "void",      "volatile",     "wchar_t",
      "while",     "workspace",    "xor",
      "xor_eq"};
  return keywords.contains(name) ? (name + "_").str() : name.str();
}

static std::string getSignature(const FunctionInterface &function) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "int32_t " << function.symbol << "(\n";
  auto print = [&](const ArgumentInterface &argument, StringRef qualifier) {
    os << "    " << qualifier << getCType(argument.elementType) << " *"
       << getCName(argument.name) << ", /* "
       << getElementName(argument.elementType) << " [";
    llvm::interleaveComma(
        argument.shape, os,
        [&](const SizeExpression &extent) { os << extent.str(); });
    os << "] */\n";
  };
  for (const SizeInterface &size : function.sizes) {
    os << "    int64_t " << getCName(size.name) << ", /* at least " << size.min;
    if (size.max != std::numeric_limits<int64_t>::max())
      os << ", at most " << size.max;
    os << " */\n";
  }
  for (const ArgumentInterface &argument : function.inputs)
    print(argument, "const ");
  for (const ArgumentInterface &argument : function.results)
    print(argument, "");
  os << "    void *workspace";
  if (function.workspaceBytes)
    os << " /* " << *function.workspaceBytes << " bytes */";
  if (function.hasCommunicator)
    os << ",\n    struct KinaCommunicator *communicator";
  os << ")";
  return text;
}

std::string kina::getHeader(const LibraryInterface &interface) {
  std::string text;
  llvm::raw_string_ostream os(text);
  std::string guard = StringRef(interface.library).upper() + "_H";
  os << "/* " << interface.library << ": written by Kina " << KINA_VERSION
     << ", not by hand.\n"
     << " *\n"
     << " * Arrays are dense and row-major and belong to the caller. An input "
        "is not\n"
     << " * written; a result may overlap no other array. F16 and BF16 are bit "
        "patterns,\n"
     << " * I1 is 0 or 1. The workspace is aligned to 64 bytes, of the size "
        "that the\n"
     << " * function of the same name with _workspace gives, and may be null "
        "where that\n"
     << " * is 0; -1 says that a size is out of range. Calls with workspaces "
        "and results\n"
     << " * of their own may run at the same time.\n"
     << " *\n"
     << " * Status: 0 ok, 1 null or misaligned pointer, 2 size out of range,\n"
     << " * 3 CPU feature missing, 4 communication. Nothing is written unless "
        "it is 0.\n"
     << " */\n"
     << "#ifndef " << guard << "\n#define " << guard << "\n\n"
     << "#include <stdint.h>\n\n"
     << "#define " << StringRef(interface.library).upper() << "_ABI_VERSION "
     << kAbiVersion << "\n\n"
     << (interface.grid.empty() ? ""
                                : "struct KinaCommunicator; /* "
                                  "KinaCommunicator.h */\n\n")
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
     << "/* Names, element types and shapes, as JSON. */\n"
     << "extern const char " << interface.library << "_manifest[];\n";
  for (const FunctionInterface &function : interface.functions) {
    os << "\nint64_t " << function.symbol << "_workspace(";
    llvm::interleaveComma(function.sizes, os, [&](const SizeInterface &size) {
      os << "int64_t " << getCName(size.name);
    });
    os << (function.sizes.empty() ? "void" : "") << ");\n"
       << getSignature(function) << ";\n";
  }
  os << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* " << guard << " */\n";
  return text;
}
