using Blittable.Npgsql.Types;
using Npgsql;

namespace Blittable.Npgsql;

/// <summary>Makes Npgsql know documents.</summary>
public static class BlittableNpgsqlExtensions
{
    /// <summary>Maps <see cref="BlittableDocument"/> to <c>bytea</c>, as parameter and as result.</summary>
    /// <param name="builder">The builder of a data source.</param>
    /// <param name="dictionary">The dictionary that documents which are read were written with; null for documents that stand alone.</param>
    /// <returns>The builder.</returns>
    /// <remarks>A <see cref="ReadOnlyMemory{T}"/> of bytes needs no mapping: Npgsql itself sends and reads it as <c>bytea</c>.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is null.</exception>
    public static NpgsqlDataSourceBuilder UseBlittable(this NpgsqlDataSourceBuilder builder, BlittableDictionary? dictionary = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
#pragma warning disable NPG9001 // The resolver API is marked as one that may change; all of Npgsql's own plug-ins use it.
        builder.AddTypeInfoResolverFactory(new BlittableTypeInfoResolverFactory(dictionary));
#pragma warning restore NPG9001
        return builder;
    }
}
