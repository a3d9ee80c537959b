using Blittable;
using Blittable.EntityFrameworkCore;

namespace Microsoft.EntityFrameworkCore;

/// <summary>Functions of documents in queries.</summary>
public static class BlittableDbFunctionsExtensions
{
    /// <summary>Gets the value at a path of a document, in a query that SQLite runs: <c>blittable_get(document, path, type)</c>.</summary>
    /// <remarks>An index on the same expression serves the query: <c>CREATE INDEX orders_customer ON orders (blittable_get(Document, '$.customer.id', 'string'))</c>. Values of
    /// other types, such as decimals and dates, can be promoted (<see cref="BlittablePropertyExtensions.IsPromotedFrom"/>).</remarks>
    /// <typeparam name="T">The type of the value: <see cref="string"/>, <see cref="long"/>, <see cref="int"/>, <see cref="double"/> or <see cref="bool"/>, nullable or not.</typeparam>
    /// <param name="functions"><see cref="EF.Functions"/>.</param>
    /// <param name="document">The property with the document.</param>
    /// <param name="path">The path to the value. It can be indexed if it is a constant.</param>
    /// <returns>The value; null if the document has none of the type at the path.</returns>
    /// <exception cref="InvalidOperationException">The method is called outside a query, the query is for another database, or the type is another one.</exception>
    public static T BlittableGet<T>(this DbFunctions functions, BlittableDocument document, string path) =>
        throw new InvalidOperationException("BlittableGet is translated to SQL; it cannot be called.");
}
