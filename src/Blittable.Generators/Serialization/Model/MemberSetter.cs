namespace Blittable.Generators.Serialization.Model;

/// <summary>Specifies how a member is set.</summary>
internal enum MemberSetter
{
    /// <summary>The member is not set, except by a constructor parameter.</summary>
    None,

    /// <summary>The member is set by an assignment.</summary>
    Assignment,

    /// <summary>The member is set by an accessor, because C# only allows an assignment when the object is created, or not at all.</summary>
    Accessor,
}
