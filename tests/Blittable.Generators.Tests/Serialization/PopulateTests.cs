using System.Text.Json.Serialization;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Populating sets what System.Text.Json sets.</summary>
public sealed class PopulateTests
{
    [Theory]
    [InlineData("""{"B":{"X":3,"Y":4,"Z":5}}""")]
    [InlineData("""{"B":{"X":3}}""")]
    [InlineData("""{"B":null}""")]
    public void Members_of_a_populated_object_are_set_whatever_their_setter(string json) => Differential.Read<Populated>(json);

    [Theory]
    [InlineData("""{"Shape":{"N":2},"Plain":{"Y":4}}""")]
    [InlineData("""{"Shape":{"N":2},"Plain":null}""")]
    [InlineData("""{"Plain":{"X":4},"List":[3]}""")]
    [InlineData("""{"List":null}""")]
    public void Members_of_a_type_that_prefers_populating_are_populated(string json) => Differential.Read<Preferring>(json);

    [Theory]
    [InlineData("""{"Inner":{"A":1}}""")]
    [InlineData("""{"Inner":{"B":2}}""")]
    [InlineData("""{"Inner":{"A":1,"B":2},"Value":{"A":3}}""")]
    [InlineData("""{"Inner":{"A":1,"B":2},"Value":{}}""")]
    [InlineData("""{"Inner":{"A":1,"B":2},"Maybe":{"C":5}}""")]
    public void A_populated_member_must_have_its_required_properties(string json) => Differential.Read<Demanding>(json);

    [Fact]
    public void Populating_an_object_of_the_caller_does_not_demand_required_properties()
    {
        var target = new Needing { A = 1, B = 2 };
        BlittableSerializer.Populate(target, BlittableDocument.Parse("""{"C":3}""").Root);
        Assert.Equal((1, 2, 3), (target.A, target.B, target.C));
    }

    [Fact]
    public void A_discriminator_replaces_the_object()
    {
        // System.Text.Json throws an InvalidCastException.
        using var document = BlittableDocument.Parse("""{"Shape":{"$type":"c","R":3}}""");
        Assert.Equal(3, Assert.IsType<Circle>(BlittableSerializer.Deserialize<Preferring>(document.Root)!.Shape).R);
    }

    [Fact]
    public void Populating_sets_members_without_a_public_setter()
    {
        var basket = new Basket { Owner = "Ada", Size = 20 };
        BlittableSerializer.Populate(basket, BlittableDocument.Parse("""{"Size":5}""").Root);
        Assert.Equal(("Ada", 5), (basket.Owner, basket.Size));

        var pair = new Pair<int>(1, 2);
        BlittableSerializer.Populate(ref pair, BlittableDocument.Parse("""{"Left":5}""").Root);
        var inner = new Inner();
        BlittableSerializer.Populate(inner, BlittableDocument.Parse("""{"X":3,"Y":4,"Z":5}""").Root);
        Assert.Equal((3, 4, 5), (inner.X, inner.Y, inner.Z));
    }

    [Theory]
    [InlineData("""{"$type":"dog","Name":"x","Breed":"y"}""", "Dog x y 3")]
    [InlineData("""{"Name":"x","Breed":"y"}""", "Dog x b 3")]
    [InlineData("""{"$type":"cat","Name":"x"}""", "Cat x  0")]
    [InlineData("""{"$type":"puppy","Name":"x","Breed":"y"}""", "Puppy x y 0")]
    public void A_discriminator_of_another_type_replaces_the_populated_object(string text, string expected)
    {
        var dog = new Dog { Name = "a", Breed = "b", Age = 3 };
        Animal animal = dog;
        using var document = BlittableDocument.Parse(text);
        BlittableSerializer.Populate(ref animal, document.Root);
        Assert.Equal(expected, $"{animal.GetType().Name} {animal.Name} {(animal as Dog)?.Breed} {(animal as Dog)?.Age ?? 0}");
        Assert.Equal(animal is Dog and not Puppy, ReferenceEquals(dog, animal));

        Animal other = new Dog { Name = "a", Breed = "b", Age = 3 };
        if (animal.GetType() == typeof(Dog))
        {
            BlittableSerializer.Populate(other, document.Root);
            Assert.Equal((animal.Name, 3), (other.Name, ((Dog)other).Age));
        }
        else
        {
            Assert.Equal(BlittableErrorCode.WrongKind, Assert.Throws<BlittableException>(() => BlittableSerializer.Populate(other, document.Root)).Code);
        }
    }

    [Fact]
    public void An_unknown_discriminator_is_refused_by_populating()
    {
        Animal animal = new Dog();
        using var document = BlittableDocument.Parse("""{"$type":"horse","Name":"x"}""");
        Assert.Throws<BlittableException>(() => BlittableSerializer.Populate(ref animal, document.Root));
    }

    [BlittableSerializable]
    [JsonDerivedType(typeof(Dog), "dog")]
    [JsonDerivedType(typeof(Puppy), "puppy")]
    [JsonDerivedType(typeof(Cat), "cat")]
    internal class Animal
    {
        public string Name { get; set; } = "";
    }

    internal class Dog : Animal
    {
        public string? Breed { get; set; }

        public int Age { get; set; }
    }

    internal sealed class Puppy : Dog;

    internal sealed class Cat : Animal;

    [BlittableSerializable]
    internal sealed class Populated
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public Inner B { get; } = new();
    }

    [BlittableSerializable]
    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    internal sealed class Demanding
    {
        public Needing Inner { get; } = new() { A = 8, B = 9 };

        public NeedingValue Value { get; set; } = new() { A = 7 };

        public NeedingValue? Maybe { get; set; } = new NeedingValue { A = 6 };
    }

    [BlittableSerializable]
    internal sealed class Needing
    {
        [JsonRequired]
        public int A { get; set; }

        public required int B { get; set; }

        public int C { get; set; }
    }

    internal struct NeedingValue
    {
        [JsonRequired]
        public int A { get; set; }

        public int C { get; set; }
    }

    [BlittableSerializable]
    internal sealed class Inner
    {
        public int X { get; init; }

        [JsonInclude]
        public int Y { get; private set; } = 1;

        public int Z { get; set; }
    }

    [BlittableSerializable]
    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    internal sealed class Preferring
    {
        public Shape Shape { get; set; } = new() { N = 1, M = 5 };

        public Inner Plain { get; set; } = new() { Z = 9 };

        public List<int> List { get; } = [1];
    }

    [JsonDerivedType(typeof(Circle), "c")]
    internal class Shape
    {
        public int N { get; set; }

        public int M { get; set; } = 7;
    }

    internal sealed class Circle : Shape
    {
        public int R { get; set; }
    }
}
