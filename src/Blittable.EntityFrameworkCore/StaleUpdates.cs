using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Blittable.EntityFrameworkCore;

/// <summary>Rejects an <c>ExecuteUpdate</c> that sets a document without its promoted properties, or a promoted property without its document.
/// <c>ExecuteUpdate</c> tracks no entities from which the properties could be computed.</summary>
internal sealed class StaleUpdates : IQueryExpressionInterceptor
{
    public static StaleUpdates Instance { get; } = new();

    /// <exception cref="InvalidOperationException">The update would make a promoted property stale, or it sets a property that cannot be resolved.</exception>
    public Expression QueryCompilationStarting(Expression queryExpression, QueryExpressionEventData eventData)
    {
        if (queryExpression is MethodCallExpression { Method.Name: "ExecuteUpdate", Arguments: [var source, var setters, ..] } call
            && call.Method.DeclaringType == typeof(EntityFrameworkQueryableExtensions)
            && eventData.Context?.Model is { } model && model.GetEntityTypes().Any(type => type.GetDeclaredProperties().Any(IsPromoted)))
        {
            Check(UpdateSetters.Find(model, source, setters));
        }

        return queryExpression;
    }

    private static bool IsPromoted(IReadOnlyProperty property) => property.FindAnnotation(PromotedProperty.Annotation) is not null;

    private static void Check(UpdateSetters setters)
    {
        if (setters.Unknown is { } unknown)
        {
            throw new InvalidOperationException(
                $"ExecuteUpdate sets '{unknown}', which may affect a promoted property. Select a property of an entity, or load and save the entities.");
        }

        foreach (var type in setters.Types)
        {
            foreach (var property in type.GetProperties().Where(IsPromoted))
            {
                var promoted = PromotedProperty.Parse((string)property.FindAnnotation(PromotedProperty.Annotation)!.Value!);
                var isDocumentSet = setters.Properties.Contains(type.FindProperty(promoted.Document)!);
                if (isDocumentSet != setters.Properties.Contains(property))
                {
                    throw new InvalidOperationException(
                        $"ExecuteUpdate sets only {(isDocumentSet ? promoted.Document : property.Name)} of {type.DisplayName()}, "
                            + $"so {property.Name} would differ from the value at {promoted.Path} of {promoted.Document}. "
                            + "Set both, or load the entities and save them.");
                }
            }
        }
    }
}
