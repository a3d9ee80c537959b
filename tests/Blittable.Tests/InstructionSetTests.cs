using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Tests;

/// <summary>The settings with which CI repeats tests disable the instruction sets that they name.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class InstructionSetTests
{
    public static TheoryData<string, bool> Settings => new()
    {
        { "DOTNET_EnableAVX512", Avx512F.IsSupported || Vector512.IsHardwareAccelerated },
        { "DOTNET_EnableAVX2", Avx2.IsSupported || Vector256.IsHardwareAccelerated },
        { "DOTNET_EnableHWIntrinsic", Sse42.IsSupported || Vector128.IsHardwareAccelerated },
    };

    [Theory]
    [MemberData(nameof(Settings))]
    public void A_disabled_instruction_set_is_not_used(string setting, bool isUsed) =>
        Assert.False(isUsed && Environment.GetEnvironmentVariable(setting) == "0");
}
