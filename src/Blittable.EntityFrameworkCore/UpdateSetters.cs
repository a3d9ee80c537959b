using System.Linq.Expressions;
using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Query;

namespace Blittable.EntityFrameworkCore;

/// <summary>Finds the model properties that an <c>ExecuteUpdate</c> sets.</summary>
internal sealed class UpdateSetters
{
    private readonly IModel _model;
    private readonly SourceVisitor _source = new();

    /// <summary>The expressions being resolved. Prevents infinite recursion, because an anonymous type can be built from another value of the same
    /// type.</summary>
    private readonly HashSet<Expression> _resolving = [];

    private UpdateSetters(IModel model) => _model = model;

    /// <summary>Gets the properties that are set.</summary>
    public HashSet<IReadOnlyProperty> Properties { get; } = [];

    /// <summary>Gets the types whose properties are set, and the types derived from them.</summary>
    public HashSet<ITypeBase> Types { get; } = [];

    /// <summary>Gets the first selector that cannot be resolved to a type in the model, or null if there is none.</summary>
    public Expression? Unknown { get; private set; }

    /// <summary>Finds the properties that an update sets.</summary>
    /// <param name="model">The model.</param>
    /// <param name="source">The query that selects the rows to update.</param>
    /// <param name="setters">The setters, each a selector and a value.</param>
    public static UpdateSetters Find(IModel model, Expression source, Expression setters)
    {
        var found = new UpdateSetters(model);
        found._source.Visit(source);
        var selectors = new SelectorVisitor();
        selectors.Visit(setters);
        foreach (var selector in selectors.Found)
        {
            if (selector is not LambdaExpression { Body: var body } || !found.TryAdd(body))
            {
                found.Unknown ??= selector;
            }
        }

        return found;
    }

    /// <summary>Returns the owner and the name of the member that an expression reads through a property, <c>EF.Property</c> or an indexer.</summary>
    private static (Expression? Owner, string? Name) MemberOf(Expression expression) => expression switch
    {
        MemberExpression member => (member.Expression, member.Member.Name),
        MethodCallExpression { Method.Name: nameof(EF.Property), Arguments: [var owner, ConstantExpression { Value: string name }] } call
            when call.Method.DeclaringType == typeof(EF) => (owner, name),
        MethodCallExpression { Method.Name: "get_Item", Object: { } owner, Arguments: [ConstantExpression { Value: string name }] } => (owner, name),
        _ => default,
    };

    private static Expression WithoutConversions(Expression expression)
    {
        while (expression is UnaryExpression { NodeType: ExpressionType.Convert or ExpressionType.ConvertChecked or ExpressionType.TypeAs or ExpressionType.Quote } conversion)
        {
            expression = conversion.Operand;
        }

        return expression;
    }

    /// <summary>Returns the types that are assignable to a .NET type. For each other type, returns its derived types that are assignable.</summary>
    private static List<ITypeBase> Narrow(IEnumerable<ITypeBase> types, Type type) =>
        [.. types.SelectMany(known => type.IsAssignableFrom(known.ClrType) ? [known] : WithDerived(known).Where(derived => type.IsAssignableFrom(derived.ClrType))).Distinct()];

    private static IEnumerable<ITypeBase> WithDerived(ITypeBase type) => type is IEntityType entity ? entity.GetDerivedTypesInclusive() : [type];

    /// <summary>Returns the type of a navigation or complex property, or null if the type has no such member.</summary>
    private static ITypeBase? Target(ITypeBase type, string name) =>
        type.FindComplexProperty(name)?.ComplexType
            ?? (ITypeBase?)(type as IEntityType)?.FindNavigation(name)?.TargetEntityType
            ?? (type as IEntityType)?.FindSkipNavigation(name)?.TargetEntityType;

    private bool TryAdd(Expression selector)
    {
        selector = WithoutConversions(selector);
        if (MemberOf(selector) is not ({ } owner, { } name) || !_resolving.Add(selector))
        {
            return false;
        }

        var isKnown = false;
        foreach (var type in TypesOf(owner).SelectMany(WithDerived))
        {
            isKnown = true;
            Types.Add(type);
            if (type.FindProperty(name) is { } property)
            {
                Properties.Add(property);
            }
        }

        foreach (var value in _source.Values(WithoutConversions(owner).Type, name))
        {
            isKnown |= TryAdd(value);
        }

        _resolving.Remove(selector);
        return isKnown;
    }

    /// <summary>Returns the types in the model that the value of an expression can have.</summary>
    private List<ITypeBase> TypesOf(Expression expression)
    {
        if (expression is UnaryExpression conversion && WithoutConversions(expression) != expression)
        {
            return Narrow(TypesOf(conversion.Operand), conversion.Type);
        }

        if (MemberOf(expression) is not ({ } owner, { } name))
        {
            var roots = Narrow(_source.Roots, expression.Type);
            return roots.Count > 0 ? roots : Narrow(_model.GetEntityTypes(), expression.Type);
        }

        if (!_resolving.Add(expression))
        {
            return [];
        }

        var targets = TypesOf(owner).Select(type => Target(type, name)).OfType<ITypeBase>();
        List<ITypeBase> types = [.. targets.Concat(_source.Values(WithoutConversions(owner).Type, name).SelectMany(TypesOf)).Distinct()];
        _resolving.Remove(expression);
        return types;
    }

    /// <summary>Finds the selectors. The selector is the first of the two arguments of a setter.</summary>
    private sealed class SelectorVisitor : ExpressionVisitor
    {
        public List<Expression> Found { get; } = [];

        protected override Expression VisitNew(NewExpression node)
        {
            if (node.Arguments is [var selector, _])
            {
                Found.Add(WithoutConversions(selector));
                return node;
            }

            return base.VisitNew(node);
        }
    }

    /// <summary>Finds the root entity types of a query, and the expressions that its projections assign to members.</summary>
    private sealed class SourceVisitor : ExpressionVisitor
    {
        private readonly Dictionary<(Type Type, string Name), List<Expression>> _values = [];

        public List<IEntityType> Roots { get; } = [];

        /// <summary>Returns the expressions that the query assigns to a member of a type that it creates.</summary>
        public List<Expression> Values(Type type, string name) => _values.GetValueOrDefault((type, name)) ?? [];

        protected override Expression VisitExtension(Expression node)
        {
            if (node is not EntityQueryRootExpression root)
            {
                return base.VisitExtension(node);
            }

            Roots.Add(root.EntityType);
            return node;
        }

        protected override Expression VisitNew(NewExpression node)
        {
            for (var i = 0; i < node.Members?.Count; i++)
            {
                Add(node.Type, node.Members[i], node.Arguments[i]);
            }

            return base.VisitNew(node);
        }

        protected override Expression VisitMemberInit(MemberInitExpression node)
        {
            foreach (var assignment in node.Bindings.OfType<MemberAssignment>())
            {
                Add(node.Type, assignment.Member, assignment.Expression);
            }

            return base.VisitMemberInit(node);
        }

        private void Add(Type type, MemberInfo member, Expression value)
        {
            if (!_values.TryGetValue((type, member.Name), out var values))
            {
                _values.Add((type, member.Name), values = []);
            }

            values.Add(value);
        }
    }
}
