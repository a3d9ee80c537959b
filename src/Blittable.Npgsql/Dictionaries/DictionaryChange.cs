namespace Blittable.Npgsql.Dictionaries;

/// <summary>A row of a companion table.</summary>
/// <param name="Version">The version that the change leads to.</param>
/// <param name="Fingerprint">What <see cref="BlittableDictionary.GetFingerprint"/> gives for that version.</param>
/// <param name="Bytes">What <see cref="BlittableDictionary.SaveChanges"/> gave since the version before.</param>
internal readonly record struct DictionaryChange(int Version, Guid Fingerprint, byte[] Bytes);
