namespace Blittable.Benchmarks.Storage;

/// <summary>The members of <c>enum mysql_option</c> that the suite sets.</summary>
internal enum MariaDbOption
{
    CharacterSetName = 7,
}
