using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Building;
using Blittable.Format;

namespace Blittable.Json;

internal sealed unsafe partial class JsonKernel
{
    /// <summary>Writes a number that is not an integer of one to seven digits, and returns where it ends; null if it is none.</summary>
    /// <remarks>A number that is no integer is copied as text without a look at it: reading finds out whether it is one.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* OtherNumber(byte* p)
    {
        var digits = p + (*p == '-' ? 1 : 0);
        var end = digits;
        while (end < _end && (uint)*end - '0' <= 9)
        {
            end++;
        }

        var count = end - digits;
        if (count == 0 || (count > 1 && *digits == '0'))
        {
            return null;
        }

        var isInteger = end == _end || (*end != '.' && (*end | 0x20) != 'e');
        if (isInteger && count <= 20 && (digits == p || *digits != '0') && TryParse(digits, (int)count, out var magnitude))
        {
            _writer.Integer(magnitude, digits != p);
            return LeaveMargin(end);
        }

        if (!isInteger)
        {
            end = EndOfNumber(end);
        }

        _writer.NumberText(new ReadOnlySpan<byte>(p, (int)(end - p)));
        return LeaveMargin(end);
    }

    /// <summary>The first byte that separates values, from <paramref name="p"/> on.</summary>
    private byte* EndOfNumber(byte* p)
    {
        while (p < _end)
        {
            if (*p is (byte)',' or (byte)']' or (byte)'}' or <= (byte)' ')
            {
                break;
            }

            p++;
        }

        return p;
    }

    /// <summary>Up to 20 digits as a number; false if it passes 64 bits.</summary>
    private static bool TryParse(byte* digits, int count, out ulong value)
    {
        value = 0;
        for (var i = 0; i < count; i++)
        {
            var digit = (ulong)(digits[i] - '0');
            if (value > (ulong.MaxValue - digit) / 10)
            {
                return false;
            }

            value = value * 10 + digit;
        }

        return true;
    }

    /// <summary>Goes on in the padded copy if a long token came close to the end of the text.</summary>
    private byte* LeaveMargin(byte* p) => p >= _safeEnd ? EnterTail(p) : p;
}
