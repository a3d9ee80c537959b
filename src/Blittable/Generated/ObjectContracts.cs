using System.ComponentModel;

namespace Blittable.Generated;

/// <summary>Creates and evaluates the contracts of types. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class ObjectContracts
{
    /// <summary>Creates the contract of a type.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="members">The C# names of its members, in the order of its shape.</param>
    /// <param name="customizations">The methods that customize the contract.</param>
    /// <exception cref="ArgumentException">A method refers to a member that does not exist.</exception>
    public static BlittableContract<T> Create<T>(string[] members, params Action<BlittableContract<T>>[] customizations)
    {
        ArgumentNullException.ThrowIfNull(members);
        ArgumentNullException.ThrowIfNull(customizations);
        var contract = new BlittableContract<T>(members);
        foreach (var customize in customizations)
        {
            customize(contract);
        }

        contract.Fix();
        return contract;
    }

    /// <summary>Determines whether a member of an object is written.</summary>
    /// <typeparam name="T">The type of the object.</typeparam>
    /// <param name="contract">The contract.</param>
    /// <param name="member">The index of the member.</param>
    /// <param name="value">The object.</param>
    /// <param name="isPresent">true if the attributes and options of the member allow its value to be written.</param>
    public static bool Writes<T>(BlittableContract<T> contract, int member, T value, bool isPresent)
    {
        ArgumentNullException.ThrowIfNull(contract);
        return contract.Writes(member, value, isPresent);
    }

    /// <summary>Determines whether a member is read.</summary>
    /// <inheritdoc cref="Writes{T}" path="/typeparam | /param"/>
    public static bool Reads<T>(BlittableContract<T> contract, int member)
    {
        ArgumentNullException.ThrowIfNull(contract);
        return contract.Reads(member);
    }
}
