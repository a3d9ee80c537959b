#pragma warning disable NPG9001 // The resolver API is marked experimental, but all of Npgsql's own plug-ins use it.
using Npgsql.Internal;
using Npgsql.Internal.Postgres;

namespace Blittable.Npgsql.Types;

/// <summary>Maps <see cref="BlittableDocument"/> to <c>bytea</c> in Npgsql.</summary>
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
            (options, mapping, _) => mapping.CreateInfo(options, new DocumentColumnConverter(dictionary)),
            MatchRequirement.All);

        public PgTypeInfo? GetTypeInfo(Type? type, DataTypeName? dataTypeName, PgSerializerOptions options) =>
            // A column that is read without a specified type remains a byte array.
            type == typeof(BlittableDocument) ? _mappings.Find(type, dataTypeName ?? Bytea, options) : null;
    }
}
