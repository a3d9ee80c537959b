using Blittable.Npgsql.Types;
using Npgsql;

namespace Blittable.Npgsql;

/// <summary>Provides an extension method that adds Blittable documents to Npgsql's type mapping.</summary>
public static class BlittableNpgsqlExtensions
{
    /// <summary>Maps <see cref="BlittableDocument"/> to <c>bytea</c>, for parameters and for results.</summary>
    /// <param name="builder">The data source builder.</param>
    /// <param name="dictionary">The dictionary that the documents were written with, or null for documents without a dictionary.</param>
    /// <returns>The builder.</returns>
    /// <remarks>A <see cref="ReadOnlyMemory{T}"/> of bytes needs no mapping, because Npgsql sends and reads it as <c>bytea</c>.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is null.</exception>
    public static NpgsqlDataSourceBuilder UseBlittable(this NpgsqlDataSourceBuilder builder, BlittableDictionary? dictionary = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
#pragma warning disable NPG9001 // The resolver API is marked experimental, but all of Npgsql's own plug-ins use it.
        builder.AddTypeInfoResolverFactory(new BlittableTypeInfoResolverFactory(dictionary));
#pragma warning restore NPG9001
        return builder;
    }
}
