using Blittable;
using Blittable.EntityFrameworkCore;

namespace Microsoft.EntityFrameworkCore;

/// <summary>Provides document functions for queries.</summary>
public static class BlittableDbFunctionsExtensions
{
    /// <summary>Gets the value at a path of a document in a query on SQLite. Translates to <c>blittable_get(document, path, type)</c>.</summary>
    /// <remarks>The query can use an index on an equal expression:
    /// <c>CREATE INDEX orders_customer ON orders (blittable_get(Document, '$.customer.id', 'string'))</c>. For other types, such as decimals and dates, use
    /// promoted properties (<see cref="BlittablePropertyExtensions.IsPromotedFrom"/>).</remarks>
    /// <typeparam name="T">The type of the value: <see cref="string"/>, <see cref="long"/>, <see cref="int"/>, <see cref="double"/> or <see cref="bool"/>,
    /// nullable or not.</typeparam>
    /// <param name="functions"><see cref="EF.Functions"/>.</param>
    /// <param name="document">The property that contains the document.</param>
    /// <param name="path">The path to the value, without wildcards. Only a constant path can use an index.</param>
    /// <returns>The value, or null if the document has no value of the type at the path.</returns>
    /// <exception cref="InvalidOperationException">The method is called outside a query, the database is not SQLite, or the type is not supported.</exception>
    public static T BlittableGet<T>(this DbFunctions functions, BlittableDocument document, string path) =>
        throw new InvalidOperationException("BlittableGet can be used only in LINQ queries, which translate it to SQL.");
}
