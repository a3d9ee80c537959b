using System.Diagnostics.CodeAnalysis;
using Blittable.Wire;

namespace Blittable.Layout;

/// <content>MessagePack that cannot be converted to a document.</content>
internal static partial class ThrowHelper
{
    [DoesNotReturn]
    public static void MessagePackFault(WireStatus status, byte found, long offset, int maxDepth)
    {
        switch (status)
        {
            case WireStatus.Truncated:
                Throw(BlittableErrorCode.UnexpectedEnd, $"Expected the rest of a MessagePack value, found the end of the input{At(offset)}.", offset);
                break;
            case WireStatus.InvalidUtf8:
                Throw(BlittableErrorCode.InvalidUtf8, $"Expected a UTF-8 string, found invalid UTF-8{At(offset)}.", offset);
                break;
            case WireStatus.InvalidKey:
                Throw(BlittableErrorCode.WrongKind, $"Expected a string key, found code 0x{found:x2}{At(offset)}.", offset);
                break;
            case WireStatus.TooDeep:
                TooDeep(maxDepth, offset);
                break;
            default:
                InvalidData("a MessagePack value", $"code 0x{found:x2}", offset);
                break;
        }
    }

    [DoesNotReturn]
    public static void MessagePackGoesOn(long offset) =>
        throw new BlittableException(
            BlittableErrorCode.TrailingCharacters, $"Expected a single MessagePack value, found additional bytes{At(offset)}.", offset);
}
