namespace Blittable.Generators.Serialization.Model;

/// <summary>When a member is written.</summary>
internal enum MemberCondition
{
    Always,
    NotNull,
    NotDefault,
}
