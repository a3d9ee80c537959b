using System.Diagnostics.CodeAnalysis;
using Blittable.Text;

namespace Blittable.Layout;

/// <content>Symbol tables.</content>
internal static partial class ThrowHelper
{
    [DoesNotReturn]
    public static void SymbolTableVersion(byte found, long offset) =>
        throw new BlittableException(
            BlittableErrorCode.UnsupportedVersion,
            $"The symbol table has version {found}{At(offset)}; this library supports version {SymbolTableView.Version}.",
            offset);

    [DoesNotReturn]
    public static void SymbolTableLength(int found, long offset) =>
        throw Invalid("a symbol table of the length recorded in its header", $"{found} bytes", offset);

    [DoesNotReturn]
    public static void SymbolTableChecksum(uint expected, uint found, long offset) =>
        throw Invalid($"a symbol table with the checksum {expected:x8}", $"the checksum {found:x8}", offset);

    [DoesNotReturn]
    public static void StraySymbol(int code, int symbolBytes, long offset) =>
        throw Invalid($"symbol {code} within the {symbolBytes} bytes of a symbol table", "a symbol that starts after them", offset);

    [DoesNotReturn]
    public static void NoSymbolTable(int offset) => throw Invalid("a symbol table", "none in the document or its dictionary", offset);
}
