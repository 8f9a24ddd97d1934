"""Writes a concat of 1 000 operands."""

types = ", ".join(["tensor<1x2xf32>"] * 1000)
arguments = ", ".join(f"%a{i}: tensor<1x2xf32>" for i in range(1000))
names = ", ".join(f"%a{i}" for i in range(1000))
print(f"func.func @f({arguments}) -> tensor<1000x2xf32> {{")
print(f"  %0 = kina.concat {names} axis = 0 : ({types}) -> tensor<1000x2xf32>")
print("  return %0 : tensor<1000x2xf32>\n}")
