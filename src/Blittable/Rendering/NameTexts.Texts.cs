using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Text;

namespace Blittable.Rendering;

/// <content>The layout of what is kept of a shape.</content>
internal sealed unsafe partial class NameTexts
{
    /// <summary>The names of a shape as they stand in JSON text. The block they were made from follows in memory.</summary>
    /// <remarks>
    /// <code>
    /// block    the shape's block as it stands in documents; shorter ones with zeros up to the length of a vector
    /// texts    for each name: length i8 | quotation mark, escaped name, quotation mark, colon;
    ///          the length is negated where one vector does not hold so much, more than <see cref="ShortText"/> bytes;
    ///          a length of 0, and nothing after it, where that is longer than <see cref="MaxText"/> bytes
    /// 0        after the last name
    /// </code>
    /// </remarks>
    internal struct Texts
    {
        /// <summary>The longest text of a name: what one copy moves.</summary>
        public const int MaxText = EscapeKernel.Reach;

        /// <summary>The longest name whose text, if nothing in it is escaped, one copy moves: its quotation marks and its colon are three bytes.</summary>
        public const int MaxName = MaxText - 3;

        /// <summary>The longest text that half of such a copy moves.</summary>
        public const int ShortText = MaxText / 2;

        /// <summary>The length of a name's text in an array, which has no names.</summary>
        public const sbyte NoName = sbyte.MinValue;

        /// <summary>What <see cref="First"/> is where no texts were made: a length of 0.</summary>
        public static byte* None => (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference("\0"u8));

        /// <summary>What stands for the names of an array: <see cref="NoName"/>.</summary>
        public static byte* OfArray => (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference<byte>([unchecked((byte)NoName)]));

        /// <summary>Bytes of the block.</summary>
        public int BlockLength;

        /// <summary>The number of names.</summary>
        public int Count;

        /// <summary>The first text; vectors may be read past the last.</summary>
        public byte* First;
    }
}
