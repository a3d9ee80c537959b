namespace Blittable.Generated;

/// <summary>Defines a typed view of a value, which generated code implements: see <see cref="BlittableViewAttribute"/>.</summary>
/// <typeparam name="TSelf">The type of the view.</typeparam>
public interface IBlittableView<TSelf>
    where TSelf : IBlittableView<TSelf>, allows ref struct
{
    /// <summary>Gets the underlying value.</summary>
    BlittableValue Value { get; }

    /// <summary>Creates a view of a value without reading anything yet.</summary>
    static abstract TSelf Create(BlittableValue value);
}
