using System.Runtime.CompilerServices;
using Microsoft.Data.Sqlite;

namespace Blittable.EntityFrameworkCore;

/// <summary>Implements the document functions of a connection. Thread-safe.</summary>
/// <remarks>The functions are registered once for each connection, because SQLite rejects the replacement of a function while a statement is active.
/// Dictionaries that are added later also apply to the registered functions.</remarks>
internal sealed class SqliteFunctions
{
    private const string GetName = "blittable_get";
    private const string JsonName = "blittable_json";

    private static readonly ConditionalWeakTable<SqliteConnection, SqliteFunctions> Known = [];

    private readonly Lock _turn = new();

    /// <summary>The dictionaries for reading documents, the most recently added dictionary first. The array is replaced, never modified.</summary>
    private volatile BlittableDictionary[] _dictionaries = [];
    private bool _isRegistered;

    /// <summary>Registers the functions with a connection, and adds a dictionary for reading documents.</summary>
    public static void Register(SqliteConnection connection, BlittableDictionary? dictionary) =>
        Known.GetValue(connection, static _ => new SqliteFunctions()).Add(connection, dictionary);

    private void Add(SqliteConnection connection, BlittableDictionary? dictionary)
    {
        lock (_turn)
        {
            if (dictionary is not null && !_dictionaries.Any(other => other == dictionary || (other.Id == dictionary.Id && other.Version > dictionary.Version)))
            {
                // The later version of a dictionary reads the documents of all earlier ones.
                _dictionaries = [dictionary, .. _dictionaries.Where(other => other.Id != dictionary.Id)];
            }

            if (!_isRegistered)
            {
                connection.CreateFunction<byte[]?, string?, object?>(
                    GetName, (document, path) => document is null || path is null ? null : Get(document, path), isDeterministic: true);
                connection.CreateFunction<byte[]?, string?, string?, object?>(
                    GetName, (document, path, type) => document is null || path is null ? null : Get(document, path, type), isDeterministic: true);
                connection.CreateFunction<byte[]?, string?>(JsonName, document => document is null ? null : Open(document).ToJson(), isDeterministic: true);
                _isRegistered = true;
            }
        }
    }

    private object? Get(byte[] document, string path)
    {
        if (!PromotedProperty.PathOf(path).TryEvaluate(Open(document), out var value))
        {
            return null;
        }

        return value.Kind switch
        {
            BlittableValueKind.String => value.GetString(),
            BlittableValueKind.Number when value.TryGetInt64(out var number) => number,
            BlittableValueKind.Number => value.GetDouble() is var number && double.IsFinite(number) ? number : null,
            BlittableValueKind.True => 1L,
            BlittableValueKind.False => 0L,
            BlittableValueKind.Object or BlittableValueKind.Array => value.ToJson(),
            BlittableValueKind.Binary => value.GetBytes().ToArray(),
            _ => null,
        };
    }

    /// <exception cref="ArgumentException">The type is not supported.</exception>
    private object? Get(byte[] document, string path, string? type)
    {
        if (!DocumentFunctionTypes.IsKnown(type))
        {
            throw new ArgumentException($"The type '{type}' is not supported; use one of {DocumentFunctionTypes.Names}.", nameof(type));
        }

        if (!PromotedProperty.PathOf(path).TryEvaluate(Open(document), out var value))
        {
            return null;
        }

        return type switch
        {
            DocumentFunctionTypes.String => value.TryGetString(out var text) ? text : null,
            DocumentFunctionTypes.Long => value.TryGetInt64(out var number) ? number : null,
            DocumentFunctionTypes.Int => value.TryGetInt32(out var number) ? (long)number : null,
            DocumentFunctionTypes.Double => value.TryGetDouble(out var number) && double.IsFinite(number) ? number : null,
            _ => value.TryGetBoolean(out var isTrue) ? (isTrue ? 1L : 0L) : null,
        };
    }

    /// <summary>Opens a document with the first matching dictionary.</summary>
    private BlittableValue Open(byte[] document)
    {
        var dictionaries = _dictionaries;
        for (var i = 0; i < dictionaries.Length - 1; i++)
        {
            try
            {
                return BlittableValue.Open(document, dictionaries[i]).WithMaxExpandedBytes(StoredBytes.MaxExpandedBytes);
            }
            catch (BlittableException fault) when (fault.Code is BlittableErrorCode.DictionaryMismatch or BlittableErrorCode.DictionaryOutdated)
            {
                // The document requires another dictionary.
            }
        }

        return BlittableValue.Open(document, dictionaries.LastOrDefault()).WithMaxExpandedBytes(StoredBytes.MaxExpandedBytes);
    }
}
