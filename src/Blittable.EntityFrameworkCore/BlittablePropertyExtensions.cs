using System.Diagnostics.CodeAnalysis;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Blittable.EntityFrameworkCore;

/// <summary>Maps properties of entities to documents and to values of documents.</summary>
public static class BlittablePropertyExtensions
{
    /// <summary>Stores a document in a column of bytes.</summary>
    /// <param name="property">The property.</param>
    /// <param name="dictionary">The dictionary that the documents need, if they need one.</param>
    /// <exception cref="ArgumentNullException"><paramref name="property"/> is null.</exception>
    public static PropertyBuilder<BlittableDocument> IsBlittable(this PropertyBuilder<BlittableDocument> property, BlittableDictionary? dictionary = null)
    {
        ArgumentNullException.ThrowIfNull(property);
        return property.HasConversion(new BlittableDocumentConverter(dictionary), new BlittableDocumentComparer());
    }

    /// <summary>Stores an object as a document in a column of bytes.</summary>
    /// <typeparam name="T">A type that <see cref="BlittableSerializer"/> knows.</typeparam>
    /// <param name="property">The property.</param>
    /// <param name="options">The options for storing objects; disk mode if null.</param>
    /// <exception cref="ArgumentNullException"><paramref name="property"/> is null.</exception>
    public static PropertyBuilder<T> IsBlittableObject<[DynamicallyAccessedMembers(StoredBytes.ComparedMembers)] T>(
        this PropertyBuilder<T> property, BlittableOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(property);
        options ??= new BlittableOptions { Mode = BlittableMode.Disk };
        return property.HasConversion(new BlittableObjectConverter<T>(options), new BlittableObjectComparer<T>(options));
    }

    /// <summary>Computes a property from a value inside a document of the same entity whenever the entity is saved, so that the database can index it.</summary>
    /// <remarks>The context needs <c>UseBlittable()</c>. What the program itself writes to the property is overwritten. A missing value, or a value of another kind, is
    /// null. If the property cannot be null, saving throws a <see cref="BlittableException"/>, which a service can report as a fault of the document. <c>ExecuteUpdate</c> is
    /// refused if it sets the document and not the property.</remarks>
    /// <typeparam name="T">
    /// <see cref="string"/>, <see cref="long"/>, <see cref="int"/>, <see cref="double"/>, <see cref="decimal"/>, <see cref="bool"/> or
    /// <see cref="DateTimeOffset"/>, in UTC; nullable where documents may lack the value.
    /// </typeparam>
    /// <param name="property">The property, which may be a shadow property.</param>
    /// <param name="document">The name of the property with the document.</param>
    /// <param name="path">The path to the value, such as <c>$.customer.id</c>.</param>
    /// <exception cref="BlittableException">The path is malformed.</exception>
    /// <exception cref="ArgumentException">The path has a wildcard, or the type is another one.</exception>
    /// <exception cref="InvalidOperationException">The options of the context lack <c>UseBlittable()</c>.</exception>
    public static PropertyBuilder<T> IsPromotedFrom<T>(this PropertyBuilder<T> property, string document, string path)
    {
        ArgumentNullException.ThrowIfNull(property);
        ArgumentException.ThrowIfNullOrEmpty(document);
        return Promote(property, PromotedProperty.Of<T>(document, path));
    }

    /// <summary>Computes a property from the JSON text of a value inside a document of the same entity whenever the entity is saved, for the JSON functions of the database.</summary>
    /// <remarks><para>Choose the column type that the database has for JSON: <c>HasColumnType("jsonb")</c> on PostgreSQL. Generated columns and queries can then use its JSON
    /// functions: <c>HasComputedColumnSql("\"Json\" ->> 'state'", stored: true)</c>. PostgreSQL's <c>jsonb</c> does not store the character U+0000.</para>
    /// <para>A missing value is null, and JSON null is the text <c>null</c>. The other rules are those of <see cref="IsPromotedFrom"/>.</para></remarks>
    /// <param name="property">The property, which may be a shadow property.</param>
    /// <param name="document">The name of the property with the document.</param>
    /// <param name="path">The path to the value; by default, the whole document.</param>
    /// <exception cref="BlittableException">The path is malformed.</exception>
    /// <exception cref="ArgumentException">The path has a wildcard.</exception>
    /// <exception cref="InvalidOperationException">The options of the context lack <c>UseBlittable()</c>.</exception>
    public static PropertyBuilder<string?> IsPromotedJsonFrom(this PropertyBuilder<string?> property, string document, string path = "$")
    {
        ArgumentNullException.ThrowIfNull(property);
        ArgumentException.ThrowIfNullOrEmpty(document);
        return Promote(property, PromotedProperty.OfJson(document, path));
    }

    private static PropertyBuilder<T> Promote<T>(PropertyBuilder<T> property, PromotedProperty promoted)
    {
        if (property.Metadata.DeclaringType.Model.FindAnnotation(PromotionConvention.Registered) is null)
        {
            throw new InvalidOperationException(
                $"{property.Metadata.DeclaringType.ClrType.Name}.{property.Metadata.Name} is promoted from a document, but nothing computes it: "
                    + "call UseBlittable() on the options of the context.");
        }

        property.Metadata.SetAnnotation(PromotedProperty.Annotation, promoted.ToString());
        return property;
    }
}
