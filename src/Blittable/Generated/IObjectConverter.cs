using System.ComponentModel;

namespace Blittable.Generated;

/// <summary>Converts values whose type is only known at run time.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IObjectConverter
{
    /// <summary>Writes a value, which must be of the converter's type.</summary>
    void WriteObject(ObjectWriter writer, object value);
}
