//===- ModuleParser.cpp - Definitions at the top level --------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleParser.h"
#include "BodyParser.h"
#include "Importer.h"
#include "Instances.h"
#include "Spelling.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace kina::frontend;
using llvm::StringRef;
using llvm::Twine;
using mlir::failure;
using mlir::LogicalResult;
using mlir::ParseResult;
using mlir::success;

//===----------------------------------------------------------------------===//
// OutlineParser
//===----------------------------------------------------------------------===//

static Lexer getReportingLexer(Module &module, const SourceFile &file) {
  Lexer lexer(file.buffer, file.name);
  lexer.reportErrors(&module.lexerErrorCount);
  return lexer;
}

OutlineParser::OutlineParser(Module &module, Importer &importer,
                             const SourceFile &file)
    : Parser(module, getReportingLexer(module, file)), importer(importer),
      file(file) {}

/// Reports a name that a function or a size has already.
static LogicalResult checkNew(Module &module, StringRef name, SourceLoc loc) {
  const Function *function = module.findFunction(name);
  const Size *size = module.findSize(name);
  if (!function && !size)
    return success();
  mlir::InFlightDiagnostic diagnostic =
      module.emitError(loc, quote(name) + " is already defined");
  diagnostic.attachNote(function ? function->loc : size->loc)
      << "the earlier definition is here";
  return diagnostic;
}

/// Enters a function under its name; reports a name that is taken.
static void addFunction(Module &module, std::unique_ptr<Function> function) {
  if (OpSpec::find(function->name))
    module.emitError(function->loc, quote(function->name) +
                                        " is an op; expected another name");
  else if (succeeded(checkNew(module, function->name, function->loc)))
    module.functionsByName[function->name] = function.get();
  module.functions.push_back(std::move(function));
}

static bool startsDefinition(const Token &token) {
  return token.is(Token::kw_fn) || token.is(Token::kw_private) ||
         token.is(Token::kw_size) || token.is(Token::kw_let) ||
         token.is(Token::kw_import) || token.is(Token::eof);
}

void OutlineParser::skipToDefinition() {
  while (!startsDefinition(token))
    advance();
}

/// file ::= (import | size | function | alias)*
void OutlineParser::parseFile() {
  while (!module.hasTooManyErrors() && !at(Token::eof)) {
    ParseResult result = success();
    switch (token.kind) {
    case Token::kw_fn:
    case Token::kw_private:
      result = parseFunction();
      break;
    case Token::kw_size:
      result = parseSize();
      break;
    case Token::kw_let:
      result = parseAlias();
      break;
    case Token::kw_import:
      result = parseImport();
      break;
    default:
      result = expected("'fn', 'private', 'size', 'let' or 'import'");
    }
    // What the parser makes of the rest is guesswork.
    if (module.lexerErrorCount > 0)
      while (!at(Token::eof))
        advance();
    if (result)
      skipToDefinition();
  }
}

/// import ::= 'import' string
ParseResult OutlineParser::parseImport() {
  advance();
  if (!at(Token::string))
    return expected("the name of a file in quotes");
  SourceLoc loc = getLoc();
  StringRef name = take().spelling.drop_front().drop_back();
  if (name.empty())
    return emitError(loc, "expected the name of a file, but got nothing");
  importer.import(name, loc);
  return success();
}

/// size ::= 'size' name '=' extent
ParseResult OutlineParser::parseSize() {
  advance();
  Token name;
  if (parseName("the name of a size", name))
    return failure();
  bool isNew = succeeded(checkNew(module, name.spelling, getLoc(name)));
  Extent value;
  ParseResult result = expect(Token::equal);
  if (!result)
    result = parseExtent(value);
  // Null after an error, so that its uses are silent.
  if (isNew)
    module.sizes.try_emplace(name.spelling,
                             Size{getLoc(name), result ? Extent() : value});
  if (result)
    return failure();
  if (!startsDefinition(token))
    return expected("an operator or the next definition");
  return success();
}

/// function ::= 'private'? 'fn' name signature body
ParseResult OutlineParser::parseFunction() {
  bool isExported = !consumeIf(Token::kw_private) && file.isMain;
  Token name;
  if (expect(Token::kw_fn) || parseName("the name of a function", name))
    return failure();
  addFunction(module,
              std::make_unique<Function>(name.spelling, getLoc(name),
                                         lexer.restartAt(token), isExported));
  while (!at(Token::l_brace) && !startsDefinition(token))
    advance();
  if (consumeIf(Token::l_brace))
    skipBody();
  return success();
}

/// Passes the `}` that closes the body. `let` does not end it, since it stands
/// inside as well.
void OutlineParser::skipBody() {
  unsigned depth = 1;
  while (depth > 0 && (!startsDefinition(token) || at(Token::kw_let))) {
    depth += at(Token::l_brace);
    depth -= at(Token::r_brace);
    advance();
  }
}

/// alias ::= 'let' name '=' name ('[' (stated (',' stated)*)? ']')?
ParseResult OutlineParser::parseAlias() {
  advance();
  Token name, target;
  if (parseName("a name behind 'let'", name) || expect(Token::equal) ||
      parseName("the name of a function", target))
    return failure();
  Alias alias{name, target, getLoc(name), getLoc(target), {}, file.isMain};
  if (at(Token::l_square) && parseList(Token::l_square, Token::r_square,
                                       [&] { return parseStatedSize(alias); }))
    return failure();
  module.aliases.push_back(std::move(alias));
  if (!startsDefinition(token))
    return expected("the next definition");
  return success();
}

/// stated ::= name '=' extent
ParseResult OutlineParser::parseStatedSize(Alias &alias) {
  Token name;
  if (parseName("the name of a size", name))
    return failure();
  Extent value;
  if (expect(Token::equal) || parseExtent(value))
    return failure();
  alias.stated.push_back({name.spelling, getLoc(name), value});
  return success();
}

//===----------------------------------------------------------------------===//
// SignatureParser
//===----------------------------------------------------------------------===//

/// signature ::= sizes? '(' (parameter (',' parameter)*)? ')' '->' results
/// results   ::= type | '(' (type (',' type)*)? ')'
void SignatureParser::parseSignature() {
  if ((at(Token::l_square) && parseSizes()) || applyStatedSizes())
    return;
  llvm::SaveAndRestore instance(module.instance, function.asInstance());
  if (parseList(Token::l_paren, Token::r_paren,
                [&] { return parseParameter(); }) ||
      expect(Token::arrow))
    return;
  if (at(Token::l_paren) ? parseList(Token::l_paren, Token::r_paren,
                                     [&] { return parseResult(); })
                         : parseResult())
    return;
  if (!at(Token::l_brace)) {
    (void)expected("'{'");
    return;
  }
  function.body = lexer.restartAt(token);
  createOp();
}

/// sizes ::= '[' sizeParameter (',' sizeParameter)* ']'
ParseResult SignatureParser::parseSizes() {
  if (peek().is(Token::r_square)) {
    advance();
    return expected("the name of a size");
  }
  return parseList(Token::l_square, Token::r_square,
                   [&] { return parseSizeParameter(); });
}

/// sizeParameter ::= name ('in' range)?
ParseResult SignatureParser::parseSizeParameter() {
  Token name;
  if (parseName("the name of a size", name) ||
      checkNoSize(name.spelling, getLoc(name)).failed())
    return failure();
  SizeParameter size{
      {getLoc(name), module.extents.getSize(name.spelling)}, name.spelling, {}};
  if (at(Token::identifier) && token.spelling == "in") {
    advance();
    if (parseRange(size.range))
      return failure();
  }
  function.sizes.push_back(size);
  return success();
}

/// range ::= extent '..' extent?
ParseResult SignatureParser::parseRange(SizeRange &range) {
  SourceLoc loc = getLoc();
  if (parseConstant(range.min) || expect(Token::dot_dot))
    return failure();
  if (range.min < 0)
    return emitError(loc, "expected a smallest size of at least 0, but got " +
                              Twine(range.min));
  if (at(Token::comma) || at(Token::r_square))
    return success();
  loc = getLoc();
  if (parseConstant(range.max.emplace()))
    return failure();
  if (*range.max < range.min)
    return emitError(loc, "expected a largest size of at least " +
                              Twine(range.min) + ", but got " +
                              Twine(*range.max));
  return success();
}

/// Gives the sizes that this instance states their numbers.
ParseResult SignatureParser::applyStatedSizes() {
  StringRef name = function.getOriginal().name;
  llvm::ArrayRef<StatedSize> stated = function.stated;
  for (auto [index, size] : llvm::enumerate(stated)) {
    if (failed(checkStatedSize(module, function, name, stated.take_front(index),
                               size)))
      return failure();
    SizeParameter &parameter = *function.findSize(size.name);
    if (failed(checkRange(module, parameter, name, size.value, size.loc,
                          /*scope=*/nullptr)))
      return failure();
    parameter.value = size.value;
  }
  return success();
}

/// parameter ::= name ':' type
ParseResult SignatureParser::parseParameter() {
  Token name;
  if (parseName("the name of a parameter", name))
    return failure();
  SourceLoc loc = getLoc(name);
  TensorType type;
  if (expect(Token::colon) || parseTensorType(type))
    return failure();
  // The list is read to its end, but a name in error makes no function.
  (void)checkNoSize(name.spelling, loc);
  auto [earlier, isNew] = parameterLocs.try_emplace(name.spelling, loc);
  if (!isNew) {
    mlir::InFlightDiagnostic diagnostic =
        emitError(loc, "there are two parameters " + quote(name.spelling));
    diagnostic.attachNote(earlier->second) << "the first one is here";
  }
  function.parameters.push_back({name.spelling, loc, type});
  return success();
}

ParseResult SignatureParser::parseResult() {
  SourceLoc loc = getLoc();
  TensorType type;
  if (parseTensorType(type))
    return failure();
  function.results.push_back({loc, type});
  return success();
}

void SignatureParser::createOp() {
  mlir::Builder types(getContext());
  llvm::SmallVector<mlir::Type> inputs, results;
  for (const SizeParameter &size : function.sizes)
    if (!size.isStated())
      inputs.push_back(types.getIndexType());
  for (const Parameter &parameter : function.parameters)
    inputs.push_back(parameter.type.type);
  for (const Result &result : function.results)
    results.push_back(result.type.type);

  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(module.op.getBody());
  function.op =
      mlir::func::FuncOp::create(builder, function.loc, function.name,
                                 builder.getFunctionType(inputs, results));
  if (!function.isExported)
    function.op.setPrivate();
  mlir::Block *entry = function.op.addEntryBlock();
  llvm::SmallVector<mlir::Attribute> attrs;
  auto addArgument = [&](StringRef name, SourceLoc loc, StringRef nameAttr,
                         mlir::NamedAttrList more) {
    mlir::StringAttr attr = builder.getStringAttr(name);
    entry->getArgument(attrs.size()).setLoc(mlir::NameLoc::get(attr, loc));
    more.append(nameAttr, attr);
    attrs.push_back(more.getDictionary(getContext()));
  };
  for (const SizeParameter &size : function.sizes) {
    if (size.isStated())
      continue;
    mlir::NamedAttrList range;
    range.append("kina.size_min", builder.getI64IntegerAttr(size.range.min));
    if (size.range.max)
      range.append("kina.size_max", builder.getI64IntegerAttr(*size.range.max));
    addArgument(size.name, size.loc, "kina.size", range);
  }
  for (const Parameter &parameter : function.parameters) {
    mlir::NamedAttrList extents;
    if (auto attr = getExtentsAttr(getContext(), parameter.type.shape))
      extents.append("kina.extents", attr);
    addArgument(parameter.name, parameter.loc, "kina.name", extents);
  }
  function.op.setAllArgAttrs(attrs);
  addInstance(module, function);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Makes a function of each top-level `let`. Where it gives an imported
/// function its own name, that one is exported instead.
static void enterAliases(Module &module) {
  for (const Alias &alias : module.aliases) {
    Function *target = module.findFunction(alias.target.spelling);
    if (!target) {
      NearestName nearest(alias.target.spelling);
      for (const auto &entry : module.functionsByName)
        nearest.consider(entry.getKey());
      module.emitError(alias.targetLoc, "unknown function " +
                                            quote(alias.target.spelling) +
                                            nearest.str());
      continue;
    }
    if (alias.name.spelling == alias.target.spelling && !target->isExported &&
        alias.stated.empty()) {
      target->isExported = alias.isExported;
      continue;
    }
    auto function = std::make_unique<Function>(alias.name.spelling, alias.loc,
                                               alias.isExported, *target);
    llvm::append_range(function->stated, alias.stated);
    addFunction(module, std::move(function));
  }
}

/// Reports each call that closes a cycle of calls. The search keeps its own
/// stack: a chain of calls may be long.
static void checkRecursion(Module &module) {
  llvm::SmallVector<std::pair<const Function *, size_t>> path;
  llvm::DenseSet<const Function *> onPath, done;
  auto enter = [&](const Function *function) {
    path.push_back({function, 0});
    onPath.insert(function);
  };
  for (const std::unique_ptr<Function> &root : module.functions) {
    if (!done.contains(root.get()))
      enter(root.get());
    while (!path.empty()) {
      auto &[function, nextCall] = path.back();
      if (nextCall == function->calls.size()) {
        onPath.erase(function);
        done.insert(function);
        path.pop_back();
        continue;
      }
      const Function::Call &call = function->calls[nextCall++];
      if (done.contains(call.callee))
        continue;
      if (!onPath.contains(call.callee)) {
        enter(call.callee);
        continue;
      }
      std::string chain;
      for (auto step = llvm::find_if(
               path,
               [&](const auto &step) { return step.first == call.callee; });
           step != path.end(); ++step)
        chain += (step->first->name + " -> ").str();
      module.emitError(call.loc, "recursion: " + chain + call.callee->name);
    }
  }
}

/// Does a step, unless the text is in error already: an error in the text of a
/// function is an error in each one made of it.
static void parseStep(Module &module, Function &function,
                      llvm::function_ref<void()> step) {
  if (module.hasTooManyErrors() || function.isBroken ||
      function.getOriginal().isBroken)
    return;
  unsigned errorsBefore = module.errorCount;
  step();
  function.isBroken |= module.errorCount != errorsBefore || !function.op;
}

void kina::frontend::parseSignature(Module &module, Function &function) {
  parseStep(module, function,
            [&] { SignatureParser(module, function).parseSignature(); });
}

static void parseBody(Module &module, Function &function) {
  parseStep(module, function, [&] {
    llvm::SaveAndRestore instance(module.instance, function.asInstance());
    BodyParser(module, function, *function.body).parseBody();
  });
}

void kina::frontend::parseFunctions(Module &module) {
  enterAliases(module);
  // The functions that calls make come behind those of the text.
  size_t count = module.functions.size();
  for (size_t index = 0; index < count; ++index)
    parseSignature(module, *module.functions[index]);
  for (size_t index = 0; index < count; ++index)
    parseBody(module, *module.functions[index]);
  checkRecursion(module);
  // A function that calls itself might make others without an end.
  for (size_t index = count;
       index < module.functions.size() && module.errorCount == 0; ++index)
    parseBody(module, *module.functions[index]);
}
