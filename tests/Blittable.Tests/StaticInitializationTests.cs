using System.Reflection;
using System.Reflection.Emit;

namespace Blittable.Tests;

/// <summary>Static fields of one type are initialized from those of other types, but never in a cycle. In a cycle, one type would read a field of the other
/// before it is set, depending on which type is used first.</summary>
public sealed class StaticInitializationTests
{
    private static readonly Dictionary<short, OpCode> OpCodesByValue = typeof(OpCodes).GetFields(BindingFlags.Public | BindingFlags.Static)
        .Select(field => (OpCode)field.GetValue(null)!).ToDictionary(code => code.Value);

    [Fact]
    public void No_type_depends_on_itself_for_its_initialization()
    {
        var needs = typeof(BlittableDocument).Assembly.GetTypes().Where(type => type.TypeInitializer != null).ToDictionary(type => type, TypesReadBy);

        Assert.True(needs.Count > 30, "The library has more type initializers than these: " + needs.Count);
        foreach (var type in needs.Keys)
        {
            Assert.True(!Reaches(type, type, needs, []), $"The static fields of {type} are made from some that are made from them.");
        }
    }

    [Fact]
    public void A_cycle_of_two_types_is_found()
    {
        var needs = new[] { typeof(First), typeof(Second) }.ToDictionary(type => type, TypesReadBy);

        Assert.True(Reaches(typeof(First), typeof(First), needs, []));
    }

    private static bool Reaches(Type from, Type sought, Dictionary<Type, HashSet<Type>> needs, HashSet<Type> seen) =>
        needs.TryGetValue(from, out var next) && next.Any(type => type == sought || (seen.Add(type) && Reaches(type, sought, needs, seen)));

    /// <summary>Returns other types whose static fields a type's initializer may read, directly or through methods of the library.</summary>
    private static HashSet<Type> TypesReadBy(Type type)
    {
        HashSet<Type> types = [];
        HashSet<MethodBase> seen = [type.TypeInitializer!];
        Queue<MethodBase> methods = new(seen);
        while (methods.TryDequeue(out var method))
        {
            foreach (var member in MembersUsedBy(method))
            {
                var owner = member.DeclaringType is { IsGenericType: true } generic ? generic.GetGenericTypeDefinition() : member.DeclaringType;
                if (owner?.Assembly != type.Assembly)
                {
                    continue;
                }

                if (member is FieldInfo { IsStatic: true, IsLiteral: false } && owner != type)
                {
                    types.Add(owner);
                }
                else if (member is MethodBase { IsAbstract: false } called && seen.Add(called))
                {
                    methods.Enqueue(called);
                }
            }
        }

        return types;
    }

    private static IEnumerable<MemberInfo> MembersUsedBy(MethodBase method)
    {
        var code = method.GetMethodBody()?.GetILAsByteArray() ?? [];
        var typeArguments = method.DeclaringType is { IsGenericType: true } type ? type.GetGenericArguments() : null;
        var methodArguments = method.IsGenericMethod ? method.GetGenericArguments() : null;
        for (var position = 0; position < code.Length;)
        {
            var isLong = code[position] == 0xFE;
            var instruction = OpCodesByValue[isLong ? (short)(0xFE00 | code[position + 1]) : code[position]];
            position += isLong ? 2 : 1;
            if (instruction.OperandType is OperandType.InlineField or OperandType.InlineMethod or OperandType.InlineTok)
            {
                yield return method.Module.ResolveMember(BitConverter.ToInt32(code, position), typeArguments, methodArguments)!;
            }

            position += instruction.OperandType switch
            {
                OperandType.InlineNone => 0,
                OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
                OperandType.InlineVar => 2,
                OperandType.InlineI8 or OperandType.InlineR => 8,
                OperandType.InlineSwitch => 4 + (4 * BitConverter.ToInt32(code, position)),
                _ => 4,
            };
        }
    }

    private static class First
    {
        public static readonly int[] Values = [1, 2];

        public static readonly int Sum = Second.Doubled.Sum();
    }

    private static class Second
    {
        public static readonly int[] Doubled = Double();

        private static int[] Double() => [.. First.Values.Select(value => 2 * value)];
    }
}
