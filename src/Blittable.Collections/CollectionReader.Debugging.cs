using System.Diagnostics;
using System.Globalization;

namespace Blittable.Collections;

/// <content>Text for debuggers.</content>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed partial class CollectionReader
{
    [DebuggerBrowsable(DebuggerBrowsableState.Never)]
    private string DebuggerText => _isDisposed
        ? "disposed"
        : string.Create(CultureInfo.InvariantCulture, $"{_path ?? "a stream"}: {Count:N0} documents, commit {CommitNumber}{(IsDamaged ? ", damaged" : "")}");
}
