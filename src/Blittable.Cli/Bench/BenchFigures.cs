namespace Blittable.Cli;

/// <summary>The size and times of the documents of a file in one form.</summary>
/// <param name="Form">The name of the form.</param>
/// <param name="Bytes">The size of all documents, including the shared dictionary.</param>
/// <param name="DictionaryBytes">The size of the dictionary, or 0 if there is none.</param>
/// <param name="Held">The memory that the open documents use, in bytes.</param>
/// <param name="Allocated">The managed bytes that a warm converter allocates to convert all documents once.</param>
/// <param name="Convert">The time to convert all documents once.</param>
/// <param name="Path">The time to follow one random path and read its value.</param>
/// <param name="AllValues">The time to read every value of all documents once.</param>
internal sealed record BenchFigures(
    string Form, long Bytes, long DictionaryBytes, long Held, long Allocated, BenchTiming Convert, BenchTiming Path, BenchTiming AllValues);
