using System.Collections.Concurrent;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace Blittable.EntityFrameworkCore;

/// <summary>Describes the source of a promoted property and reads the value from it.</summary>
/// <param name="Document">The name of the property that contains the document.</param>
/// <param name="Path">The path to the value.</param>
/// <param name="IsJson">true if the property contains the JSON text of the value, of any kind; otherwise, false.</param>
internal sealed record PromotedProperty(string Document, BlittablePath Path, bool IsJson = false)
{
    private const string JsonMark = "json|";

    /// <summary>The name of the annotation of a promoted property. The annotation value is the text of this record, which migrations can store.</summary>
    public const string Annotation = "Blittable:PromotedFrom";

    /// <summary>The maximum number of cached paths from queries. Further paths are parsed on each call.</summary>
    private const int MaxPaths = 1000;

    private static readonly ConcurrentDictionary<string, BlittablePath> Paths = new(StringComparer.Ordinal);

    private static readonly ConcurrentDictionary<string, PromotedProperty> Parsed = new(StringComparer.Ordinal);

    /// <exception cref="ArgumentException">The type is not supported, or the path has a wildcard.</exception>
    public static PromotedProperty Of<T>(string document, string path)
    {
        Type[] types = [typeof(string), typeof(long), typeof(int), typeof(double), typeof(decimal), typeof(bool), typeof(DateTimeOffset)];
        return types.Contains(Nullable.GetUnderlyingType(typeof(T)) ?? typeof(T))
            ? new PromotedProperty(NameOf(document), ParseOne(path))
            : throw new ArgumentException(
                $"The type {typeof(T)} is not supported; use one of {string.Join(", ", types.Select(type => type.Name))}.", nameof(T));
    }

    /// <exception cref="ArgumentException">The path has a wildcard.</exception>
    public static PromotedProperty OfJson(string document, string path) => new(NameOf(document), ParseOne(path), IsJson: true);

    public static PromotedProperty Parse(string text) => Parsed.GetOrAdd(text, static text =>
    {
        var separator = text.IndexOf('|', StringComparison.Ordinal);
        var (document, path) = (text[..separator], text[(separator + 1)..]);
        return path.StartsWith(JsonMark, StringComparison.Ordinal)
            ? new PromotedProperty(document, BlittablePath.Parse(path[JsonMark.Length..]), IsJson: true)
            : new PromotedProperty(document, BlittablePath.Parse(path));
    });

    /// <summary>Parses a path, or returns a cached path for the text.</summary>
    /// <exception cref="BlittableException">The text is not a path.</exception>
    /// <exception cref="ArgumentException">The path has a wildcard.</exception>
    public static BlittablePath PathOf(string text) => Paths.TryGetValue(text, out var path) ? path
        : Paths.Count < MaxPaths ? Paths.GetOrAdd(text, ParseOne) : ParseOne(text);

    /// <summary>Sets the property to the current value in the document, or to null if the document or the value is missing. A nullable property is also set to
    /// null if the value has another kind or is out of range.</summary>
    /// <exception cref="BlittableException">The property is not nullable, and the value is missing, has another kind or is out of range. Or the document is
    /// damaged.</exception>
    public void Update(PropertyEntry property)
    {
        var value = property.EntityEntry.Property(Document).CurrentValue is BlittableDocument document
            ? Read(document.Root, Nullable.GetUnderlyingType(property.Metadata.ClrType) ?? property.Metadata.ClrType, property.Metadata.IsNullable)
            : null;
        if (value is string text && IsRefused(property, text))
        {
            value = null;
        }

        if (value is null && !property.Metadata.IsNullable)
        {
            throw new BlittableException(
                BlittableErrorCode.NotFound,
                $"{property.Metadata.DeclaringType.DisplayName()}.{property.Metadata.Name} requires a value, but {Document} has no value at {Path}.");
        }

        if (!Equals(value, property.CurrentValue))
        {
            property.CurrentValue = value;
        }
    }

    /// <summary>Returns the text that <see cref="Parse"/> reads. The separator is a vertical bar, which C# names cannot contain.</summary>
    public override string ToString() => $"{Document}|{(IsJson ? JsonMark : "")}{Path}";

    /// <summary>Returns the name of a document property that the text of an annotation can hold.</summary>
    /// <exception cref="ArgumentException">The name of a shadow property contains the separator of the text.</exception>
    private static string NameOf(string document) => !document.Contains('|', StringComparison.Ordinal)
        ? document
            : throw new ArgumentException($"The property name \"{document}\" contains \"|\", which separates the property name from the path.", nameof(document));

    /// <summary>Determines whether PostgreSQL cannot store a text: a character U+0000, or JSON that a column of type <c>jsonb</c> rejects.</summary>
    private bool IsRefused(PropertyEntry property, string text)
    {
        if (property.EntityEntry.Context.Database.ProviderName != "Npgsql.EntityFrameworkCore.PostgreSQL")
        {
            return false;
        }

        return IsJson
            ? string.Equals(property.Metadata.GetColumnType(), "jsonb", StringComparison.OrdinalIgnoreCase) && !JsonbText.IsStorable(text)
            : text.Contains('\0', StringComparison.Ordinal);
    }

    private static BlittablePath ParseOne(string path)
    {
        var parsed = BlittablePath.Parse(path);
        return parsed.HasWildcard ? throw new ArgumentException($"The path '{path}' can select several values; use a path to one value.", nameof(path)) : parsed;
    }

    private object? Read(BlittableValue root, Type type, bool isNullable)
    {
        try
        {
            if (!Path.TryEvaluate(root, out var value) || (value.Kind == BlittableValueKind.Null && !IsJson))
            {
                return null;
            }

            if (IsJson)
            {
                return value.ToJson();
            }

            return Type.GetTypeCode(type) switch
            {
                TypeCode.String => value.GetString(),
                TypeCode.Int64 => value.GetInt64(),
                TypeCode.Int32 => value.GetInt32(),
                TypeCode.Double when value.GetDouble() is var number => double.IsFinite(number)
                    ? number : throw new BlittableException(BlittableErrorCode.NumberOutOfRange, "The number exceeds the range of a double."),
                TypeCode.Decimal => value.GetDecimal(),
                TypeCode.Boolean => value.GetBoolean(),
                _ => value.GetDateTimeOffset().ToUniversalTime(),
            };
        }
        catch (BlittableException fault) when (isNullable && fault.Code is (BlittableErrorCode.WrongKind or BlittableErrorCode.NumberOutOfRange or BlittableErrorCode.NotJson or BlittableErrorCode.InvalidNumber))
        {
            // Clients may send documents with values of any kind. As in queries, a value of another kind counts as missing.
            return null;
        }
        catch (BlittableException fault)
        {
            throw new BlittableException(
                fault.Code, $"The value at {Path} of {Document} cannot be promoted to {type.Name}: {fault.Message}", fault.Offset, innerException: fault);
        }
    }
}
