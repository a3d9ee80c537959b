namespace Blittable.Json;

/// <summary>Where values start in 64 bytes of text, a bit a byte.</summary>
/// <param name="Strings">The quotes of strings that are values of properties.</param>
/// <param name="Containers">The brackets of containers, but for arrays in arrays.</param>
internal readonly record struct ValueStarts(ulong Strings, ulong Containers);
