namespace Blittable.Generators.Serialization.Model;

/// <summary>How a member gets its value.</summary>
internal enum MemberSetter
{
    /// <summary>Not at all, but for a parameter of the constructor.</summary>
    None,

    /// <summary>By an assignment.</summary>
    Assignment,

    /// <summary>By an accessor, as C# allows an assignment only where the object is created, or not at all.</summary>
    Accessor,
}
