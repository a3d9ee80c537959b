using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Blittable.EntityFrameworkCore;

/// <summary>Computes promoted properties when a context saves its changes.</summary>
/// <remarks><c>UseBlittable()</c> registers this interceptor. Saving throws a <see cref="BlittableException"/> if a document lacks the value of a non-nullable
/// promoted property (<see cref="BlittablePropertyExtensions.IsPromotedFrom"/>). Stateless and thread-safe.</remarks>
public sealed class BlittablePromotion : SaveChangesInterceptor
{
    private BlittablePromotion()
    {
    }

    /// <summary>Gets the interceptor.</summary>
    public static BlittablePromotion Instance { get; } = new();

    /// <inheritdoc/>
    public override InterceptionResult<int> SavingChanges(DbContextEventData eventData, InterceptionResult<int> result)
    {
        Promote(eventData);
        return result;
    }

    /// <inheritdoc/>
    public override ValueTask<InterceptionResult<int>> SavingChangesAsync(
        DbContextEventData eventData, InterceptionResult<int> result, CancellationToken cancellationToken = default)
    {
        Promote(eventData);
        return ValueTask.FromResult(result);
    }

    private static void Promote(DbContextEventData eventData)
    {
        ArgumentNullException.ThrowIfNull(eventData);
        foreach (var entity in eventData.Context?.ChangeTracker.Entries() ?? [])
        {
            if (entity.State is not (EntityState.Added or EntityState.Modified))
            {
                continue;
            }

            foreach (var property in entity.Properties)
            {
                if (property.Metadata.FindAnnotation(PromotedProperty.Annotation)?.Value is string text)
                {
                    PromotedProperty.Parse(text).Update(property);
                }
            }
        }
    }
}
