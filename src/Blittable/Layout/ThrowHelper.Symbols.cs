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
            $"The symbol table has version {found}{At(offset)}; this library reads version {SymbolTableView.Version}.",
            offset);

    [DoesNotReturn]
    public static void SymbolTableLength(int found, long offset) =>
        throw Invalid("a symbol table as long as its header says", $"one of {found} bytes", offset);

    [DoesNotReturn]
    public static void SymbolTableChecksum(uint expected, uint found, long offset) =>
        throw Invalid($"a symbol table whose checksum is {expected:x8}", $"bytes whose checksum is {found:x8}", offset);

    [DoesNotReturn]
    public static void StraySymbol(int code, int symbolBytes, long offset) =>
        throw Invalid($"symbol {code} within the {symbolBytes} bytes of a symbol table", "one that starts after them", offset);

    [DoesNotReturn]
    public static void NoSymbolTable(int offset) => throw Invalid("a symbol table", "none in the document and its dictionary", offset);
}
