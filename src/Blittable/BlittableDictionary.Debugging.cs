using System.Diagnostics;
using System.Globalization;

namespace Blittable;

/// <content>Text for debuggers.</content>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed partial class BlittableDictionary
{
    [DebuggerBrowsable(DebuggerBrowsableState.Never)]
    private string DebuggerText => string.Create(
        CultureInfo.InvariantCulture, $"version {Version}: {ShapeCount:N0} shapes, {StringCount:N0} strings, {SymbolTableCount:N0} symbol tables");
}
