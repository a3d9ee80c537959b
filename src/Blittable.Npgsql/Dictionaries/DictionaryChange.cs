namespace Blittable.Npgsql.Dictionaries;

/// <summary>Represents a row of a companion table.</summary>
/// <param name="Version">The version that results from the change.</param>
/// <param name="Fingerprint">The result of <see cref="BlittableDictionary.GetFingerprint"/> for this version.</param>
/// <param name="Bytes">The result of <see cref="BlittableDictionary.SaveChanges"/> since the previous version.</param>
internal readonly record struct DictionaryChange(int Version, Guid Fingerprint, byte[] Bytes);
