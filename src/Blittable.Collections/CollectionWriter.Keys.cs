using System.Diagnostics.CodeAnalysis;
using Blittable.Collections.Stripes;
using Blittable.Layout;

namespace Blittable.Collections;

/// <content>Keys: uniqueness, replacement and deletion by key.</content>
public sealed partial class CollectionWriter
{
    private readonly BlittablePath? _keyPath;
    private readonly List<int> _found = [];
    private readonly AssemblerPool _assemblers = new();
    private Dictionary<CollectionKey, int> _pendingKeys = [];

    /// <summary>Gets a value that indicates whether documents have a key.</summary>
    internal bool HasKeys => _keyPath is not null;

    /// <summary>Adds a JSON document, or replaces the document with the same key.</summary>
    /// <returns><see langword="true"/> if a document was replaced; otherwise, <see langword="false"/>.</returns>
    /// <exception cref="BlittableException">The text is not JSON, its key is missing, or the collection has no key.</exception>
    public bool Update(ReadOnlySpan<byte> utf8Json)
    {
        CheckUsable();
        RequireKeys();
        var before = Count;
        AddStored(ConvertChecked(utf8Json), isUpdate: true);
        return Count == before;
    }

    /// <summary>Adds a copy of a document, or replaces the document with the same key.</summary>
    /// <returns><see langword="true"/> if a document was replaced; otherwise, <see langword="false"/>.</returns>
    /// <exception cref="BlittableException">The document is damaged, its key is missing, or the collection has no key.</exception>
    public bool Update(BlittableValue document)
    {
        CheckUsable();
        RequireKeys();
        var before = Count;
        AddStored(CopyChecked(document), isUpdate: true);
        return Count == before;
    }

    /// <summary>Deletes the document with the specified key.</summary>
    /// <returns><see langword="true"/> if the document existed; otherwise, <see langword="false"/>.</returns>
    /// <exception cref="BlittableException">The collection has no key.</exception>
    public bool Delete(CollectionKey key)
    {
        CheckUsable();
        RequireKeys();
        return TryDelete(key);
    }

    /// <summary>Deletes the document at the specified committed row.</summary>
    /// <returns><see langword="true"/> if the document existed; otherwise, <see langword="false"/>.</returns>
    public bool DeleteRow(long row)
    {
        CheckUsable();
        TakeAllParts();
        foreach (var stripe in _written)
        {
            if (row < 0)
            {
                return false;
            }

            if (row < stripe.Reference.Rows)
            {
                if (stripe.LiveRows == 0)
                {
                    return false;
                }

                OpenStripe(stripe);
                if (stripe.IsDeleted((int)row))
                {
                    return false;
                }

                stripe.Delete((int)row);
                return true;
            }

            row -= stripe.Reference.Rows;
        }

        return false;
    }

    private void RequireKeys()
    {
        if (_keyPath is null)
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidOperation, "The collection has no key.");
        }
    }

    private void TakeKey(in BlittableValue document, bool isUpdate)
    {
        var key = KeyOf(document);
        if (isUpdate)
        {
            TryDelete(key);
        }

        if ((!isUpdate && HasKey(key)) || !_pendingKeys.TryAdd(key, _pending.Count))
        {
            RefuseKey(key);
        }
    }

    private CollectionKey KeyOf(in BlittableValue document)
    {
        if (!CollectionKey.TryRead(_keyPath!, document, out var key))
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidOperation, $"The document has neither a number nor a string at the key path {_keyPath}.");
        }

        return key;
    }

    private bool HasKey(CollectionKey key) => _pendingKeys.ContainsKey(key) || IsInPart(key) || TryFind(key, out _, out _);

    [DoesNotReturn]
    private void RefuseKey(CollectionKey key) =>
        ThrowHelper.Throw(BlittableErrorCode.InvalidOperation, $"A document with key {key} at {_keyPath} already exists.");

    private bool TryDelete(CollectionKey key)
    {
        if (_pendingKeys.Remove(key, out var index))
        {
            _pending.Drop(index);
            return true;
        }

        if (IsInPart(key))
        {
            TakeAllParts();
        }

        if (!TryFind(key, out var stripe, out var row))
        {
            return false;
        }

        stripe.Delete(row);
        return true;
    }

    private bool TryFind(CollectionKey key, out StripeState stripe, out int row)
    {
        foreach (var state in _written.Where(state => state.LiveRows > 0))
        {
            stripe = state;
            _found.Clear();
            OpenStripe(state).Find(_keyPath!, [key], _found);
            foreach (var candidate in _found)
            {
                row = candidate;
                if (!state.IsDeleted(row))
                {
                    return true;
                }
            }
        }

        stripe = null!;
        row = 0;
        return false;
    }

    private Stripe OpenStripe(StripeState stripe) => stripe.Open(reference => new Stripe(
        _source, reference, 0, reference.Dictionary == 0 ? null : _dictionaries[reference.Dictionary - 1].Dictionary, _assemblers));
}
