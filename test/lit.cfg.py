"""Configuration of the lit tests: the tools of this build, then those of LLVM."""

import os
import sys

import lit.formats
from lit.llvm import llvm_config

config.name = "Kina"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".kina", ".test"]
# Inputs are what a test imports or splits off, python/ is run by pytest.
config.excludes = ["Inputs", "python"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.kina_binary_dir, "test")

config.substitutions.append(("%python", sys.executable))
config.substitutions.append(("%kina_src", config.kina_source_dir))
config.substitutions.append(("%llvm_lib", config.llvm_lib_dir))
config.substitutions.append(("%kina_lib", os.path.join(config.kina_binary_dir, "lib")))

llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", os.path.join(config.kina_binary_dir, "bin"), append_path=True)

# Another LLVM, to see that the plugin refuses it.
mlir_opt_19 = "/usr/lib/llvm-19/bin/mlir-opt"
if os.path.exists(mlir_opt_19):
    config.available_features.add("mlir-19")
    config.substitutions.append(("%mlir_opt_19", mlir_opt_19))

# With --param roundtrip=1 everything that is parsed is printed, parsed and compared as well.
if lit_config.params.get("roundtrip"):
    config.substitutions.append((r"\bkina-opt\b", "kina-opt --verify-roundtrip"))

if config.kina_sanitize:
    # libMLIR is not instrumented, and a stock tool cannot load a plugin that is.
    asan = ("detect_container_overflow=0", "allow_user_poisoning=0", "detect_leaks=0")
    config.environment["ASAN_OPTIONS"] = ":".join(asan)
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1:halt_on_error=1"
    config.excludes.append("Plugin")
    config.available_features.add("sanitizers")
