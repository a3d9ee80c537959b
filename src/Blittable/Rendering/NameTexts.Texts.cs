using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Text;

namespace Blittable.Rendering;

/// <content>Defines the layout of the names of a shape.</content>
internal sealed unsafe partial class NameTexts
{
    /// <summary>Represents the names of a shape as JSON text. The block that they were created from follows in memory.</summary>
    /// <remarks>
    /// <code>
    /// block    the shape block as in documents; shorter blocks are padded with zeros to the length of a vector
    /// texts    for each name: length i8 | quotation mark, escaped name, quotation mark, colon;
    ///          the length is negative if the text exceeds one vector, which holds <see cref="ShortText"/> bytes;
    ///          the length is 0, and no text follows, if the text is longer than <see cref="MaxText"/> bytes
    /// 0        after the last name
    /// </code>
    /// </remarks>
    internal struct Texts
    {
        /// <summary>The maximum length of the text of a name, which one copy moves.</summary>
        public const int MaxText = EscapeKernel.Reach;

        /// <summary>The maximum length of a name that one copy moves if nothing is escaped. The quotation marks and the colon take three bytes.</summary>
        public const int MaxName = MaxText - 3;

        /// <summary>The maximum length of a text that half of such a copy moves.</summary>
        public const int ShortText = MaxText / 2;

        /// <summary>The text length that marks the elements of an array, which have no names.</summary>
        public const sbyte NoName = sbyte.MinValue;

        /// <summary>Gets the value of <see cref="First"/> if no texts exist: a length of 0.</summary>
        public static byte* None => (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference("\0"u8));

        /// <summary>Gets the value that replaces the names of an array: <see cref="NoName"/>.</summary>
        public static byte* OfArray => (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference<byte>([unchecked((byte)NoName)]));

        /// <summary>The size of the block in bytes.</summary>
        public int BlockLength;

        /// <summary>The number of names.</summary>
        public int Count;

        /// <summary>The first text. Vectors may be read past the last text.</summary>
        public byte* First;
    }
}
