namespace Blittable.Generators.Serialization.Model;

/// <summary>Specifies when a member is written.</summary>
internal enum MemberCondition
{
    Always,
    NotNull,
    NotDefault,
}
