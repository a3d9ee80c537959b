using System.Diagnostics;
using System.Globalization;

namespace Blittable.Collections;

/// <content>Text for debuggers.</content>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed partial class CollectionWriter
{
    [DebuggerBrowsable(DebuggerBrowsableState.Never)]
    private string DebuggerText => _isDisposed
        ? "disposed"
        : string.Create(CultureInfo.InvariantCulture, $"{Name}: {Count:N0} documents, commit {CommitNumber}{(_isFailed ? ", failed" : "")}");
}
