using System.Diagnostics.CodeAnalysis;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Blittable.EntityFrameworkCore;

/// <summary>Maps entity properties to documents and to values inside documents.</summary>
public static class BlittablePropertyExtensions
{
    /// <summary>Stores a document in a binary column.</summary>
    /// <param name="property">The property.</param>
    /// <param name="dictionary">The dictionary of the documents, if they need one.</param>
    /// <exception cref="ArgumentNullException"><paramref name="property"/> is null.</exception>
    public static PropertyBuilder<BlittableDocument> IsBlittable(this PropertyBuilder<BlittableDocument> property, BlittableDictionary? dictionary = null)
    {
        ArgumentNullException.ThrowIfNull(property);
        return property.HasConversion(new BlittableDocumentConverter(dictionary), new BlittableDocumentComparer());
    }

    /// <summary>Stores an object as a document in a binary column.</summary>
    /// <typeparam name="T">A type that <see cref="BlittableSerializer"/> supports.</typeparam>
    /// <param name="property">The property.</param>
    /// <param name="options">The options for serializing objects. If null, disk mode is used.</param>
    /// <exception cref="ArgumentNullException"><paramref name="property"/> is null.</exception>
    public static PropertyBuilder<T> IsBlittableObject<[DynamicallyAccessedMembers(StoredBytes.ComparedMembers)] T>(
        this PropertyBuilder<T> property, BlittableOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(property);
        options ??= new BlittableOptions { Mode = BlittableMode.Disk };
        return property.HasConversion(new BlittableObjectConverter<T>(options), new BlittableObjectComparer<T>(options));
    }

    /// <summary>Computes a property from a value inside a document of the same entity whenever the entity is saved. This allows the database to index the
    /// value.</summary>
    /// <remarks>The context requires <c>UseBlittable()</c>. Other values that the program assigns to the property are overwritten. A missing value, a value of
    /// another kind, or a number out of range is stored as null. If the property is not nullable, saving throws a <see cref="BlittableException"/>, which a
    /// service can report as a fault of the document. An <c>ExecuteUpdate</c> that sets only the document or only the property is rejected.</remarks>
    /// <typeparam name="T">
    /// <see cref="string"/>, <see cref="long"/>, <see cref="int"/>, <see cref="double"/>, <see cref="decimal"/>, <see cref="bool"/> or
    /// <see cref="DateTimeOffset"/>, in UTC. Use a nullable type if documents may lack the value.
    /// </typeparam>
    /// <param name="property">The property. It can be a shadow property.</param>
    /// <param name="document">The name of the property that contains the document.</param>
    /// <param name="path">The path to the value, such as <c>$.customer.id</c>.</param>
    /// <exception cref="BlittableException">The path is malformed.</exception>
    /// <exception cref="ArgumentException">The path has a wildcard, the name of the document property contains <c>|</c>, or the type is not
    /// supported.</exception>
    /// <exception cref="InvalidOperationException"><c>UseBlittable()</c> was not called on the options of the context.</exception>
    public static PropertyBuilder<T> IsPromotedFrom<T>(this PropertyBuilder<T> property, string document, string path)
    {
        ArgumentNullException.ThrowIfNull(property);
        ArgumentException.ThrowIfNullOrEmpty(document);
        return Promote(property, PromotedProperty.Of<T>(document, path));
    }

    /// <summary>Computes a property from the JSON text of a value inside a document of the same entity whenever the entity is saved. This allows the JSON
    /// functions of the database to read it.</summary>
    /// <remarks><para>Set the JSON column type of the database, such as <c>HasColumnType("jsonb")</c> on PostgreSQL. Generated columns and queries can then use
    /// its JSON functions: <c>HasComputedColumnSql("\"Json\" ->> 'state'", stored: true)</c>. The <c>jsonb</c> type of PostgreSQL cannot store the character
    /// U+0000, or numbers with more than 131,072 digits before the decimal point or 16,383 after it, such as <c>1e-20000</c>. Such a text is stored as
    /// null.</para>
    /// <para>A missing value is null. JSON null is the text <c>null</c>. In all other respects, this method follows the rules of
    /// <see cref="IsPromotedFrom"/>.</para></remarks>
    /// <param name="property">The property. It can be a shadow property.</param>
    /// <param name="document">The name of the property that contains the document.</param>
    /// <param name="path">The path to the value. The default is the whole document.</param>
    /// <exception cref="BlittableException">The path is malformed.</exception>
    /// <exception cref="ArgumentException">The path has a wildcard, or the name of the document property contains <c>|</c>.</exception>
    /// <exception cref="InvalidOperationException"><c>UseBlittable()</c> was not called on the options of the context.</exception>
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
                $"{property.Metadata.DeclaringType.ClrType.Name}.{property.Metadata.Name} is promoted from a document, but the context does not compute it: "
                    + "call UseBlittable() on the context options.");
        }

        property.Metadata.SetAnnotation(PromotedProperty.Annotation, promoted.ToString());
        return property;
    }
}
