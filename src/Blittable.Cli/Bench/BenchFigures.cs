namespace Blittable.Cli;

/// <summary>The size and time of all documents of a file in one form.</summary>
/// <param name="Form">The form's name.</param>
/// <param name="Bytes">The bytes of all documents, with the dictionary that they share.</param>
/// <param name="DictionaryBytes">The bytes of that dictionary; 0 without a dictionary.</param>
/// <param name="Held">Bytes of memory that all documents take while they are open to be read.</param>
/// <param name="Allocated">Managed bytes that converting all documents once allocates, by a warm converter.</param>
/// <param name="Convert">Converting all documents once.</param>
/// <param name="Path">Following one random path and reading its value.</param>
/// <param name="AllValues">Reading every value of all documents once.</param>
internal sealed record BenchFigures(
    string Form, long Bytes, long DictionaryBytes, long Held, long Allocated, BenchTiming Convert, BenchTiming Path, BenchTiming AllValues);
