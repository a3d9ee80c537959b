using System.ComponentModel;

namespace Blittable.Generated;

/// <summary>Specifies why generated code contains the converter of a type. If the code of several assemblies contains converters of the type, the converter with
/// the greatest value applies, regardless of which assembly is initialized first.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
[Flags]
public enum ConverterOrigin
{
    /// <summary>A declared type with options has a member of the type, which belongs to another assembly.</summary>
    None = 0,

    /// <summary>The options are the default options.</summary>
    DefaultOptions = 1,

    /// <summary>The type belongs to the assembly of the generated code, or its form is the same in all assemblies.</summary>
    OwnType = 2,

    /// <summary>The type itself was declared.</summary>
    Declared = 4,
}
