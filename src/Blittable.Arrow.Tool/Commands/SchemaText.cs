using System.Text.Json;
using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Cli;
using Blittable.Collections;

namespace Blittable.Arrow.Tool;

/// <summary>Reads the schema of an export: a text, or a Parquet file with the columns.</summary>
internal static class SchemaText
{
    /// <summary>Reads a schema.</summary>
    /// <param name="text">The columns, or the path of a Parquet file.</param>
    /// <exception cref="BlittableException">The text is not a schema, or the file is damaged or has columns that documents cannot be exported to.</exception>
    /// <exception cref="UsageException">The text is the path of another file.</exception>
    public static Schema Read(string text)
    {
        if (!Path.GetExtension(text).Equals(".parquet", StringComparison.OrdinalIgnoreCase))
        {
            return File.Exists(text) ? throw new UsageException($"'{text}' is not a Parquet file. Specify the columns, or a file with the extension '.parquet'.")
                : ArrowSchema.Parse(text);
        }

        using var example = File.OpenRead(text);
        return ArrowSchema.ReadParquet(example);
    }

    /// <summary>Returns the paths of all columns and of their nested properties.</summary>
    public static IEnumerable<ScanExpression> PathsOf(Schema schema) => PathsOf(schema.FieldsList, "$").Select(path => (ScanExpression)path);

    private static IEnumerable<string> PathsOf(IReadOnlyList<Field> fields, string parent)
    {
        foreach (var field in fields)
        {
            var path = $"{parent}[\"{JsonEncodedText.Encode(field.Name)}\"]";
            yield return path;
            if (field.DataType is StructType type)
            {
                foreach (var nested in PathsOf(type.Fields, path))
                {
                    yield return nested;
                }
            }
        }
    }
}
