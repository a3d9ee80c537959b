#pragma warning disable NPG9001 // The resolver API is marked as one that may change; all of Npgsql's own plug-ins use it.
using Npgsql.Internal;
using Npgsql.Internal.Postgres;

namespace Blittable.Npgsql.Types;

/// <summary>Tells Npgsql that a <see cref="BlittableDocument"/> is a <c>bytea</c>.</summary>
internal sealed class BlittableTypeInfoResolverFactory(BlittableDictionary? dictionary) : PgTypeInfoResolverFactory
{
    public override IPgTypeInfoResolver CreateResolver() => new Resolver(dictionary);

    public override IPgTypeInfoResolver? CreateArrayResolver() => null;

    private sealed class Resolver : IPgTypeInfoResolver
    {
        private static readonly DataTypeName Bytea = new("pg_catalog.bytea");

        private readonly TypeInfoMappingCollection _mappings = new();

        public Resolver(BlittableDictionary? dictionary) => _mappings.AddType<BlittableDocument>(
            Bytea,
            (options, mapping, _) => mapping.CreateInfo(options, new BlittableDocumentConverter(dictionary)),
            MatchRequirement.All);

        public PgTypeInfo? GetTypeInfo(Type? type, DataTypeName? dataTypeName, PgSerializerOptions options) =>
            // A column that is read as no type in particular stays an array of bytes.
            type == typeof(BlittableDocument) ? _mappings.Find(type, dataTypeName ?? Bytea, options) : null;
    }
}
