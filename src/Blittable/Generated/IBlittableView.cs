namespace Blittable.Generated;

/// <summary>A typed view of a value, which generated code implements: see <see cref="BlittableViewAttribute"/>.</summary>
/// <typeparam name="TSelf">The view itself.</typeparam>
public interface IBlittableView<TSelf>
    where TSelf : IBlittableView<TSelf>, allows ref struct
{
    /// <summary>Gets the value that the view looks at.</summary>
    BlittableValue Value { get; }

    /// <summary>Looks at a value; nothing is read yet.</summary>
    static abstract TSelf Create(BlittableValue value);
}
