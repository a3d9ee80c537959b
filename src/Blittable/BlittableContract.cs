namespace Blittable;

/// <summary>Customizes at run time how objects of a type are written, read and created.</summary>
/// <remarks>
/// <para>The source generator passes a contract to the method <c>static partial void Customize(BlittableContract&lt;T&gt; contract)</c>, which the type itself or
/// a class that declares the type can implement. Types without such a method have no contract, and cost nothing.</para>
/// <para>Like a modifier of <see cref="System.Text.Json.Serialization.Metadata.JsonTypeInfo"/>, a contract decides which members are written and read and how an
/// object is created. It cannot rename, reorder or add members, because their names are compiled. A contract applies to objects of exactly this type, not to
/// derived types.</para>
/// <para>The contract can be changed only in that method, which runs when the type is first converted. If several threads convert the type for the first time,
/// the method may run more than once. Delegates may be called by several threads at once.</para>
/// </remarks>
/// <typeparam name="T">The type.</typeparam>
public sealed class BlittableContract<T>
{
    private readonly string[] _members;
    private readonly Func<T, bool>?[] _conditions;
    private readonly bool[] _ignored;
    private Func<T>? _createObject;
    private Action<T>? _onSerializing, _onSerialized, _onDeserializing, _onDeserialized;
    private bool _isFixed;

    internal BlittableContract(string[] members)
    {
        _members = members;
        _conditions = new Func<T, bool>?[members.Length];
        _ignored = new bool[members.Length];
    }

    /// <summary>Gets or sets the function that creates an object to read into. If <see langword="null"/>, the constructor that System.Text.Json would choose is
    /// called. An object created by the function receives its members through setters, including <c>init</c> setters.</summary>
    /// <exception cref="InvalidOperationException">The contract is already in use.</exception>
    public Func<T>? CreateObject
    {
        get => _createObject;
        set => Set(ref _createObject, value);
    }

    /// <summary>Gets or sets the callback before an object is written, after <see cref="System.Text.Json.Serialization.IJsonOnSerializing"/>. The callback of a
    /// value type receives a copy.</summary>
    /// <inheritdoc cref="CreateObject" path="/exception"/>
    public Action<T>? OnSerializing
    {
        get => _onSerializing;
        set => Set(ref _onSerializing, value);
    }

    /// <summary>Gets or sets the callback after an object has been written. The callback of a value type receives a copy.</summary>
    /// <inheritdoc cref="CreateObject" path="/exception"/>
    public Action<T>? OnSerialized
    {
        get => _onSerialized;
        set => Set(ref _onSerialized, value);
    }

    /// <summary>Gets or sets the callback after an object has been created and before its members are set. The callback of a value type receives a
    /// copy.</summary>
    /// <inheritdoc cref="CreateObject" path="/exception"/>
    public Action<T>? OnDeserializing
    {
        get => _onDeserializing;
        set => Set(ref _onDeserializing, value);
    }

    /// <summary>Gets or sets the callback after the members of an object have been set. The callback of a value type receives a copy.</summary>
    /// <inheritdoc cref="CreateObject" path="/exception"/>
    public Action<T>? OnDeserialized
    {
        get => _onDeserialized;
        set => Set(ref _onDeserialized, value);
    }

    /// <summary>Specifies the condition under which a member is written. It replaces the condition of <c>[JsonIgnore]</c> and of the options.</summary>
    /// <param name="member">The C# name of the member, not its JSON name.</param>
    /// <param name="condition">Returns <see langword="true"/> if the member of an object is written; otherwise, <see langword="false"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="member"/> or <paramref name="condition"/> is null.</exception>
    /// <exception cref="ArgumentException">The type has no such member, or an attribute or option excludes it.</exception>
    /// <inheritdoc cref="CreateObject" path="/exception"/>
    public void ShouldSerialize(string member, Func<T, bool> condition)
    {
        ArgumentNullException.ThrowIfNull(condition);
        foreach (var place in PlacesOf(member))
        {
            _conditions[place] = condition;
        }
    }

    /// <summary>Specifies that a member is neither written nor read. A property with its name in a document is skipped, even if the member is
    /// required.</summary>
    /// <inheritdoc cref="ShouldSerialize" path="/param[@name='member'] | /exception"/>
    public void Ignore(string member)
    {
        foreach (var place in PlacesOf(member))
        {
            _ignored[place] = true;
        }
    }

    internal bool Writes(int member, T value, bool isPresent) => !_ignored[member] && (_conditions[member] is { } condition ? condition(value) : isPresent);

    internal bool Reads(int member) => !_ignored[member];

    internal void Fix() => _isFixed = true;

    private List<int> PlacesOf(string member)
    {
        ArgumentNullException.ThrowIfNull(member);
        RequireChangeable();
        var places = Enumerable.Range(0, _members.Length).Where(place => _members[place] == member).ToList();
        return places.Count > 0 ? places : throw new ArgumentException(
            $"{Generated.TypeNames.Of(typeof(T))} has no serialized member '{member}'. Its members are {string.Join(", ", _members)}.", nameof(member));
    }

    private void Set<TValue>(ref TValue field, TValue value)
    {
        RequireChangeable();
        field = value;
    }

    private void RequireChangeable()
    {
        if (_isFixed)
        {
            throw new InvalidOperationException($"The contract of {Generated.TypeNames.Of(typeof(T))} is in use. Change it only in the method Customize that receives it.");
        }
    }
}
