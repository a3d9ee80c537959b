using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Blittable.EntityFrameworkCore;

/// <summary>Refuses an <c>ExecuteUpdate</c> that sets a document and not the properties that are promoted from it: no entity is tracked that could compute them.</summary>
internal sealed class StaleUpdates : IQueryExpressionInterceptor
{
    public static StaleUpdates Instance { get; } = new();

    /// <exception cref="InvalidOperationException">The update would leave a promoted property stale.</exception>
    public Expression QueryCompilationStarting(Expression queryExpression, QueryExpressionEventData eventData)
    {
        if (queryExpression is MethodCallExpression { Method.Name: "ExecuteUpdate", Arguments: [var source, var setters, ..] } call
            && call.Method.DeclaringType == typeof(EntityFrameworkQueryableExtensions)
            && source.Type.GetGenericArguments() is [var type] && eventData.Context?.Model.FindEntityType(type) is { } entity)
        {
            var finder = new SetProperties();
            finder.Visit(setters);
            Check(entity, finder.Names);
        }

        return queryExpression;
    }

    private static void Check(IEntityType entity, HashSet<string> names)
    {
        foreach (var property in entity.GetProperties())
        {
            if (property.FindAnnotation(PromotedProperty.Annotation)?.Value is not string text)
            {
                continue;
            }

            var promoted = PromotedProperty.Parse(text);
            if (names.Contains(promoted.Document) != names.Contains(property.Name))
            {
                throw new InvalidOperationException(
                    $"ExecuteUpdate sets {(names.Contains(promoted.Document) ? promoted.Document : property.Name)} of {entity.DisplayName()} alone, "
                        + $"so {property.Name} would differ from the value at {promoted.Path} of {promoted.Document}. "
                        + "Set both, or load the entities and save them.");
            }
        }
    }

    /// <summary>Finds the properties that setters set: the first lambda of each.</summary>
    private sealed class SetProperties : ExpressionVisitor
    {
        public HashSet<string> Names { get; } = new(StringComparer.Ordinal);

        protected override Expression VisitNew(NewExpression node)
        {
            if (node.Arguments is [var selector, _])
            {
                Add(selector);
                return node;
            }

            return base.VisitNew(node);
        }

        private void Add(Expression selector)
        {
            while (selector is UnaryExpression unary)
            {
                selector = unary.Operand;
            }

            var body = (selector as LambdaExpression)?.Body;
            while (body is UnaryExpression convert)
            {
                body = convert.Operand;
            }

            if (body is MemberExpression member)
            {
                Names.Add(member.Member.Name);
            }
            else if (body is MethodCallExpression { Method.Name: nameof(EF.Property), Arguments: [_, ConstantExpression { Value: string name }] })
            {
                Names.Add(name);
            }
        }
    }
}
