//===- Interface.h - What a compiled library offers -------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C functions of a library as one description, from which the C functions
// themselves, the header and the manifest are written.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_CODEGEN_INTERFACE_H
#define KINA_CODEGEN_INTERFACE_H

#include "Kina/Codegen/SizeExpression.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <vector>

namespace kina {

/// The version of the C functions and of the manifest.
inline constexpr int kAbiVersion = 1;

/// The attributes of functions and arguments between the passes.
inline constexpr llvm::StringLiteral kNameAttr = "kina.name";
inline constexpr llvm::StringLiteral kSizeAttr = "kina.size";
inline constexpr llvm::StringLiteral kSizeMinAttr = "kina.size_min";
inline constexpr llvm::StringLiteral kSizeMaxAttr = "kina.size_max";
inline constexpr llvm::StringLiteral kExtentsAttr = "kina.extents";
inline constexpr llvm::StringLiteral kIdsBelowAttr = "kina.ids_below";
inline constexpr llvm::StringLiteral kViewAttr = "kina.view";
inline constexpr llvm::StringLiteral kShardAttr = "kina.shard";
inline constexpr llvm::StringLiteral kCommunicatorAttr = "kina.communicator";
inline constexpr llvm::StringLiteral kGridAttr = "kina.grid";
inline constexpr llvm::StringLiteral kExportAttr = "kina.export";
inline constexpr llvm::StringLiteral kResultAttr = "kina.result";
inline constexpr llvm::StringLiteral kWorkspaceAttr = "kina.workspace";
/// On functions of one loop nest, which are compiled by themselves.
inline constexpr llvm::StringLiteral kKernelAttr = "kina.kernel";
inline constexpr llvm::StringLiteral kWorkspaceBytesAttr =
    "kina.workspace_bytes";

/// A result that is a view of an argument, in elements.
struct ViewInterface {
  int64_t argument;
  int64_t offset;
  std::vector<int64_t> strides;
};

/// An argument that is the device's part of a tensor: of `extent` on `axis`, in
/// `units` equal parts that are given to the devices of `gridAxis` in order.
struct ShardInterface {
  std::string gridAxis;
  int64_t axis;
  int64_t extent;
  int64_t units;
};

struct GridAxisInterface {
  std::string name;
  int64_t devices;
};

struct SizeInterface {
  std::string name;
  int64_t min;
  int64_t max;
};

struct ArgumentInterface {
  std::string name;
  mlir::Type elementType;
  std::vector<SizeExpression> shape;
  std::optional<int64_t> idsBelow;
  std::optional<ViewInterface> view;
  std::optional<ShardInterface> shard;
};

struct FunctionInterface {
  std::string name;
  /// `<library>_<name>`.
  std::string symbol;
  std::vector<SizeInterface> sizes;
  std::vector<ArgumentInterface> inputs;
  std::vector<ArgumentInterface> results;
  /// Nothing where it depends on the sizes.
  std::optional<int64_t> workspaceBytes;
  /// Whether the last argument is a communicator.
  bool hasCommunicator = false;
  mlir::func::FuncOp body;
};

struct LibraryInterface {
  std::string library;
  std::string cpu;
  std::string triple;
  std::vector<std::string> features;
  /// The devices that the library is one of; empty without sharding.
  std::vector<GridAxisInterface> grid;
  std::vector<FunctionInterface> functions;
};

/// The extents of an argument or result as expressions: those of its type, and
/// `kina.extents` for each `?`. An error on the function where that attribute
/// is missing or names no size of the function.
llvm::FailureOr<std::vector<SizeExpression>>
getExtents(mlir::func::FuncOp func, mlir::ShapedType type,
           mlir::Attribute extents, const llvm::Twine &what);

/// The functions of a module, each behind those that it calls. Recursion is an
/// error.
llvm::FailureOr<llvm::SmallVector<mlir::func::FuncOp>>
orderCalleesFirst(mlir::ModuleOp module);

/// The number of arguments that are sizes; they stand first.
unsigned getNumSizes(mlir::func::FuncOp func);

/// The place of the argument that is the communicator, if there is one.
std::optional<unsigned> getCommunicator(mlir::func::FuncOp func);

/// The name of the function that computes the workspace of a function from its
/// sizes, where it depends on them.
std::string getWorkspaceFunctionName(mlir::func::FuncOp func);

/// The name of the function that computes the same in doubles, which do not
/// wrap: infinity or NaN where the sizes are too large to compute with.
std::string getWorkspaceBoundFunctionName(mlir::func::FuncOp func);

/// What doubles hold exactly. A size is out of range where what follows from it
/// is larger.
inline constexpr double kMaxExact = 0x1p52;

/// A name of letters, digits and `_` that starts with no digit.
bool isCIdentifier(llvm::StringRef name);

/// The stem of a file name as a C identifier: other characters become `_`.
std::string getLibraryName(llvm::StringRef path);

/// Reads the functions marked `kina.export` of a module whose workspace is
/// planned. Names that no C function can have, and symbols that meet, are
/// errors on the function.
llvm::LogicalResult describeFunctions(mlir::ModuleOp module,
                                      LibraryInterface &interface);

/// The name of an element type in `.kina` text and in the manifest: `F32`.
llvm::StringRef getElementName(mlir::Type elementType);

/// A shape as JSON: integers, and expressions as strings.
llvm::json::Array getShapeAsJson(llvm::ArrayRef<SizeExpression> shape);

/// The manifest of the library, JSON.
std::string getManifest(const LibraryInterface &interface);

/// The C header of the library.
std::string getHeader(const LibraryInterface &interface);

} // namespace kina

#endif // KINA_CODEGEN_INTERFACE_H
