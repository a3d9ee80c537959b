using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Query;
using Microsoft.EntityFrameworkCore.Query.SqlExpressions;
using Microsoft.EntityFrameworkCore.Storage;

namespace Blittable.EntityFrameworkCore;

/// <summary>Translates <see cref="BlittableDbFunctionsExtensions.BlittableGet"/> to a SQLite function.</summary>
internal sealed class DocumentFunctionTranslator(ISqlExpressionFactory sql, IRelationalTypeMappingSource types) : IMethodCallTranslator
{
    /// <exception cref="InvalidOperationException">The type of the value is not supported.</exception>
    public SqlExpression? Translate(
        SqlExpression? instance, MethodInfo method, IReadOnlyList<SqlExpression> arguments, IDiagnosticsLogger<DbLoggerCategory.Query> logger)
    {
        if (method.DeclaringType != typeof(BlittableDbFunctionsExtensions) || arguments is not [_, var document, var path])
        {
            return null;
        }

        // The result can be null even if no argument is null. If arguments propagated nullability, a comparison with null would test the arguments instead of
        // the result.
        var type = method.ReturnType;
        return sql.Function(
            "blittable_get",
            [document, sql.ApplyDefaultTypeMapping(path), sql.ApplyDefaultTypeMapping(sql.Constant(DocumentFunctionTypes.NameOf(type)))],
            nullable: true,
            argumentsPropagateNullability: [false, false, false],
            type,
            types.FindMapping(type));
    }

    internal sealed class Plugin(ISqlExpressionFactory sql, IRelationalTypeMappingSource types, IDatabaseProvider provider) : IMethodCallTranslatorPlugin
    {
        public IEnumerable<IMethodCallTranslator> Translators =>
            provider.Name == "Microsoft.EntityFrameworkCore.Sqlite" ? [new DocumentFunctionTranslator(sql, types)] : [];
    }
}
